import { randomBytes } from 'node:crypto';
import type { AuditEntry, EventId, SessionId, UserId } from '@event-platform/domain';
import { keyedHashes } from '@event-platform/node';
import { pino } from 'pino';
import t from 'tap';
import { runAuditHash } from '../src/audit-hash/run-audit-hash.ts';
import { pinoAuditLog } from '../src/audit-log.ts';
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
  const run = (...args: readonly string[]) => runAuditHash(args, variables);
  const entries = {
    [userId.toUpperCase()]: { event: 'sign_in', userId },
    '203.0.113.7': { event: 'sign_in', origin: { sessionId, network } },
    '+49 171 3920037': { event: 'sign_in_refused', phone },
  } as const satisfies Record<string, AuditEntry>;
  for (const [text, entry] of Object.entries(entries)) {
    const [today, earlier] = [pepper, former].map((secret) => lineOf(entry, { secret }));
    const field = text.includes('.') ? 'network' : 'user';
    const stdout = `${today[field]}  new\n${earlier[field]}  old\n`;
    t.strictSame(run(text), { code: 0, stdout, stderr: '' }, text);
  }
  const wrong = run('unknown');
  t.match(wrong, {
    code: 1,
    stdout: '',
    stderr: 'unknown: must be the id of a user, an IP address, or a phone',
  });
  t.match(run(), { code: 2, stdout: /^Usage/ });
  t.match(run('--help'), { code: 0, stdout: /^Usage/ });
  const noPepper = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example.com/events' };
  const { code, stderr } = runAuditHash([phone], noPepper);
  t.strictSame([code, stderr], [1, 'OTP_PEPPER: must be set, as for the service.\n']);

  for (const argument of [phone, 'unknown']) {
    const printed = await startMain('audit-hash.ts', variables, [argument]).ended;
    t.match(printed, run(argument), 'the program prints it and exits so');
  }
});
