import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { AuditEntry, EventId, SessionId, UserId } from '@event-platform/domain';
import { keyedHashes, mailboxKeys } from '@event-platform/node';
import { pino } from 'pino';
import t from 'tap';
import { openTestPostgres } from '../../adapters-postgres/test-support/open-test-postgres.ts';
import { auditHash } from '../src/audit-hash/audit-hash.ts';
import { pinoAuditLog } from '../src/audit-log.ts';
import { secret } from './support/replica.ts';
import { runProgram } from './support/run-program.ts';
import { cleanUp, newFolder, startMain } from './support/service-process.ts';

const pepper = randomBytes(32);
const userId = '0190a000-0000-7000-8000-000000000001' as UserId;
const sessionId = '0190a000-0000-7000-8000-000000000002' as SessionId;
const eventId = '0190a000-0000-7000-8000-000000000003' as EventId;
const phone = '+491713920037';
const network = '203.0.113.0/24';

/** The one line of an entry, in a log of that level. */
const lineOf = (entry: AuditEntry, { level = 'warn', secret = pepper } = {}) => {
  const lines: string[] = [];
  const logger = pino({ base: null, level }, { write: (line) => void lines.push(line) });
  pinoAuditLog(logger, keyedHashes([secret], 'audit log')).record(entry);
  return JSON.parse(lines.join(''));
};

t.test('writes one line with the same fields for every event, whatever the log level', async (t) => {
  for (const level of ['debug', 'warn', 'silent']) {
    const line = lineOf(
      { event: 'event_deleted', userId, origin: { sessionId, network }, eventId },
      { level },
    );
    t.strictSame(
      { ...line, time: 0, user: '', network: '' },
      {
        level: 30,
        time: 0,
        name: 'audit',
        event: 'event_deleted',
        user: '',
        network: '',
        sessionId,
        eventId,
        reason: null,
      },
    );
  }
  t.match(lineOf({ event: 'sign_in_refused', reason: 'code_wrong' }), {
    user: null,
    network: null,
    sessionId: null,
    eventId: null,
    reason: 'code_wrong',
  });
});

t.test('names the session that an entry is about before the one that it comes from', async (t) => {
  const other = '0190a000-0000-7000-8000-000000000004' as SessionId;
  const line = lineOf({ event: 'session_ended', sessionId: other, origin: { sessionId, network } });
  t.equal(line.sessionId, other);
});

t.test('writes users, phones and networks as hashes under the pepper', async (t) => {
  const entry: AuditEntry = { event: 'sign_in', userId, origin: { sessionId, network } };
  const line = lineOf(entry);
  t.match([line.user, line.network], [/^[\w-]{22}$/, /^[\w-]{22}$/]);
  t.same(lineOf(entry).user, line.user, 'the same for the same user');
  t.not(lineOf({ ...entry, userId: eventId as string as UserId }).user, line.user);
  t.not(lineOf({ ...entry, origin: { sessionId, network: '203.0.112.0/24' } }).network, line.network);
  t.not(lineOf(entry, { secret: randomBytes(32) }).user, line.user);
  const refused = lineOf({ event: 'sign_in_refused', phone, origin: { sessionId: null, network } });
  t.match(refused.user, /^[\w-]{22}$/);
  t.notMatch(JSON.stringify([line, refused]), new RegExp(`${userId}|3920037|203\\.0`));
});

t.test('a program tells what the audit log calls a user, a network and a phone', async (t) => {
  t.teardown(cleanUp);
  const former = randomBytes(32);
  const [current, before] = [pepper, former].map((bytes) => bytes.toString('base64url'));
  const variables = { OTP_PEPPER: `new:${current},old:${before}`, DATA_DIR: newFolder() };
  const run = (...args: readonly string[]) => runProgram(auditHash, variables, args);
  const entries = {
    [userId.toUpperCase()]: { event: 'sign_in', userId },
    '203.0.113.7': { event: 'sign_in', origin: { sessionId, network } },
    '+49 171 3920037': { event: 'sign_in_refused', phone },
  } as const satisfies Record<string, AuditEntry>;
  for (const [text, entry] of Object.entries(entries)) {
    const [today, earlier] = [pepper, former].map((secret) => lineOf(entry, { secret }));
    const field = text.includes('.') ? 'network' : 'user';
    const stdout = `${today[field]}  new\n${earlier[field]}  old\n`;
    t.match(await run(text), { code: 0, stdout, stderr: /^$/ }, text);
  }
  const wrong = await run('unknown');
  t.match(wrong, {
    code: 1,
    stdout: '',
    stderr: 'unknown: must be the id of a user, an IP address, or a phone',
  });
  t.match(await run(), { code: 2, stderr: /\nUsage/ });
  t.match(await run('--help'), { code: 0, stdout: /^Usage/ });
  const noPepper = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example.com/events' };
  t.match(await runProgram(auditHash, noPepper, [phone]), {
    code: 1,
    stdout: /^$/,
    stderr: /OTP_PEPPER: must/,
  });
  const folder = newFolder();
  t.match(await runProgram(auditHash, { DATA_DIR: folder }, [phone]), {
    code: 1,
    stderr: /no service has made secrets in/,
  });
  t.strictSame(readdirSync(folder), [], 'and it makes none');

  for (const argument of [phone, 'unknown']) {
    const printed = await startMain('audit-hash.ts', variables, [argument]).ended;
    t.match(printed, await run(argument), 'the program prints it and exits so');
  }
});

t.test('hashes under other secrets than those of the service are refused', async (t) => {
  const database = await openTestPostgres(t);
  const [current, before, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  await mailboxKeys(database.postgres.sealedKeys, [before], () => undefined).open();
  const run = (...peppers: readonly Buffer[]) => {
    const ring = peppers.map((bytes, index) => `${index}:${bytes.toString('base64url')}`).join();
    return runProgram(auditHash, { DATABASE_URL: database.url, OTP_PEPPER: ring }, [phone]);
  };
  t.match(await run(before), { code: 0, stderr: /^$/ });
  t.match(await run(current, before), { code: 0, stderr: /^$/ }, 'during a rotation');
  t.match(await run(other), { code: 1, stdout: /^$/, stderr: /^OTP_PEPPER: is not that of the service/ });
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/events', OTP_PEPPER: secret() };
  t.match(await runProgram(auditHash, away, [phone]), {
    code: 0,
    stdout: /^[\w-]{22} {2}pepper\n$/,
    stderr: /^Whether OTP_PEPPER is that of the service is not known\. .*DATABASE_URL/,
  });
});
