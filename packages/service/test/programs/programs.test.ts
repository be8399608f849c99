import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { openTestDatabase } from '../../../adapters-postgres/test-support/test-database.ts';
import { secret } from '../support/replica.ts';
import { cleanUp, type Ended, freePort, newFolder, startMain } from '../support/service-process.ts';

t.teardown(cleanUp);

const source = join(import.meta.dirname, '../../src');
/** A file is a program if it runs something when it is loaded. */
const programs = globSync('*.ts', { cwd: source }).filter((name) =>
  /^(?:try \{|const \{.*\} = run|await )/m.test(readFileSync(join(source, name), 'utf8')),
);

t.test('every program looks at the version of Node before anything else', async (t) => {
  t.ok(programs.length >= 6, programs.join(', '));
  for (const name of programs) {
    const [first] = /^import .*$/m.exec(readFileSync(join(source, name), 'utf8')) ?? [];
    t.equal(first, "import './node-version.ts';", name);
  }
});

t.test('an old Node is named, and what is needed', async (t) => {
  const pretend = join(newFolder(), 'pretend.cjs');
  writeFileSync(
    pretend,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } });`,
  );
  for (const name of ['server.ts', 'migrate.ts']) {
    const args = ['--require', pretend, '--conditions=@event-platform/source', join(source, name)];
    const failure = await promisify(execFile)(process.execPath, args, {
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    }).catch((error) => error);
    t.match(failure, {
      code: 1,
      stdout: '',
      stderr: 'This program needs Node 24 or later; this is Node 22.1.0.\n',
    });
  }
});

const isJsonLines = ({ stdout }: Ended): boolean =>
  stdout === '' ||
  (stdout.endsWith('\n') &&
    stdout
      .trimEnd()
      .split('\n')
      .every((line) => {
        try {
          return typeof JSON.parse(line) === 'object';
        } catch {
          return false;
        }
      }));

t.test('in production standard output is lines of JSON', async (t) => {
  const database = await openTestDatabase(t);
  const variables = async () => ({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://events.example.com',
    CONTACT_EMAIL: 'help@example.com',
    JWT_KEYS: `first:${secret()}`,
    OTP_PEPPER: secret(),
    SMS_PROVIDER: 'webhook',
    SMS_WEBHOOK_URL: 'https://sms.example.com/',
    SMS_WEBHOOK_SECRET: secret(),
    SMS_COUNTRIES: '*',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'events@example.com',
    DATA_DIR: newFolder(),
  });
  const early = await startMain('server.ts', await variables()).ended;
  t.match(early, { code: 1, stderr: /lacks tables of this version: run npm run migrate/ });
  t.ok(isJsonLines(early), early.stdout);
  for (const [name, value] of [
    ['MIGRATE_ON_START', 'true'],
    ['WEB_CONCURRENCY', '2'],
  ] as const) {
    const service = startMain('server.ts', { ...(await variables()), [name]: value });
    const [line = ''] = await service.waitFor(/.*serves https:\/\/events\.example\.com.*\n/);
    t.match(JSON.parse(line), { level: 30, msg: /serves/ });
    service.kill('SIGTERM');
    const ended = await service.ended;
    t.match(ended, { code: 0, stderr: '' });
    t.ok(isJsonLines(ended), ended.stdout);
  }
  const blocked = startMain('server.ts', await variables());
  await blocked.waitFor(/serves/);
  blocked.kill('SIGKILL');
  const wrong = await startMain('server.ts', { ...(await variables()), OTP_PEPPER: 'secret' }).ended;
  t.match(wrong, { code: 1, stdout: '', stderr: /OTP_PEPPER/ });
});
