import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import t from 'tap';
import { checkEnvironment } from '../../src/config/check-environment.ts';
import { readConfig } from '../../src/config/config.ts';
import { environment } from '../../src/config/environment.ts';

const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
const settings = parseEnv(text) as Record<string, string>;
const optional = parseEnv(text.replaceAll(/^# (?=[A-Z0-9_]+=)/gm, '')) as Record<string, string>;

const secret = (): string => randomBytes(32).toString('base64url');

t.test('.env.example holds every setting and no other', async (t) => {
  t.same(Object.keys(optional).sort(), Object.keys(environment.properties).sort());
});

t.test('production rejects the placeholders and accepts real values', async (t) => {
  const placeholders = Object.keys(settings).filter((name) => settings[name]?.startsWith('<'));
  t.strictSame(
    checkEnvironment(settings).faults.toSorted(),
    placeholders.map((name) => `${name}: still has the placeholder of .env.example.`).toSorted(),
  );
  t.throws(() => readConfig(settings), { name: 'ConfigError' });
  const secrets: Readonly<Record<string, string>> = {
    JWT_KEYS: `2027-01:${secret()}`,
    OTP_PEPPER: secret(),
    SMS_WEBHOOK_SECRET: secret(),
  };
  const replaced = Object.entries(settings).map(([name, value]) => [
    name,
    secrets[name] ?? value.replace(/^<(.*)>$/, '$1').replace(':password@', `:${secret()}@`),
  ]);
  t.match(readConfig(Object.fromEntries(replaced)), { isProduction: true });
});

t.test('each optional example is valid', async (t) => {
  for (const [name, value] of Object.entries(optional))
    if (!value.startsWith('<')) t.same(checkEnvironment({ [name]: value }).faults, [], name);
});
