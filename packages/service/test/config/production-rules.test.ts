import t, { type Test } from 'tap';
import { readConfig } from '../../src/config/config.ts';
import type { Environment } from '../../src/config/environment.ts';
import { exposedSettings } from '../../src/config/production-rules.ts';
import { ConfigError } from '../../src/faults/config-error.ts';

const now = new Date('2026-11-22T09:00:00.000Z');

const faultsOf = (variables: Partial<Environment>): readonly string[] =>
  exposedSettings({ PUBLIC_URL: 'https://events.example.com', ...variables } as Environment, now);

/** Asserts that each value of a variable is refused, and each of the others accepted. */
const compare = (
  t: Test,
  name: keyof Environment,
  refused: readonly string[],
  accepted: readonly string[],
) => {
  for (const value of refused) {
    const faults = faultsOf({ [name]: value });
    t.equal(faults.length, 1, `${name}=${value}`);
    t.ok(faults[0]?.startsWith(`${name}: must `), `the message of ${name}`);
  }
  for (const value of accepted) t.same(faultsOf({ [name]: value }), [], `${name}=${value}`);
};

t.test('the public URL is set and https, unless it names this machine', async (t) => {
  t.match(exposedSettings({} as Environment, now), [/^PUBLIC_URL: must be set/]);
  compare(
    t,
    'PUBLIC_URL',
    ['http://events.example.com', 'http://10.0.0.1', 'http://localhost.example.com', 'http://[2001:db8::1]'],
    [
      'https://x.example',
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://127.9.9.9',
      'http://[::1]:3000',
    ],
  );
});

t.test('SMS and mails leave the machine over TLS only', async (t) => {
  for (const name of ['SMS_WEBHOOK_URL', 'TWILIO_BASE_URL', 'VONAGE_BASE_URL'] as const)
    compare(
      t,
      name,
      ['http://sms.example.com', 'http://192.168.0.1:8080/x'],
      ['https://a.example', 'http://127.0.0.1:1/x'],
    );
  compare(
    t,
    'SMTP_URL',
    [
      'smtp://mail.example.com',
      'smtp://u:p@10.0.0.9:25',
      'smtp://mail.example.com?requireTLS=false',
      'smtp://mail.example.com?requireTLS=true&ignoreTLS=true',
    ],
    [
      'smtps://u:p@mail.example.com',
      'smtp://mail.example.com:587?requireTLS=true',
      'smtp://127.0.0.1:25',
      'smtp://[::1]',
    ],
  );
});

t.test('no proxy list trusts every address', async (t) => {
  compare(
    t,
    'TRUST_PROXY',
    ['0.0.0.0/0', '::/0', '0.0.0.0/1,128.0.0.0/1', '10.0.0.0/8,2000::/3', '::ffff:0:0/96'],
    ['10.0.0.0/8', 'fd00::/8,fc00::/7', '192.0.2.1', '2001:db8::/32', '::ffff:10.0.0.1'],
  );
});

t.test('test phones end within 90 days, their last day included', async (t) => {
  compare(
    t,
    'TEST_PHONES',
    ['+15550001111=1234;until=2027-02-21'],
    ['+15550001111=1234;until=2027-02-20', '+15550001111=1234;until=2020-01-01'],
  );
});

t.test('an environment name that the service does not know is refused', async (t) => {
  for (const NODE_ENV of ['prod', 'staging', 'Production'])
    t.throws(
      () => readConfig({ NODE_ENV }),
      new ConfigError(['NODE_ENV: must be one of production, development, test.']),
    );
  for (const NODE_ENV of ['', 'development', 'test']) t.doesNotThrow(() => readConfig({ NODE_ENV }));
});
