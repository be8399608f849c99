import t from 'tap';
import type { SessionId, UserId } from '../../src/ids.ts';
import { hasReceipt, isAlive, openSession, refreshMove, type Session } from '../../src/sessions/session.ts';
import { after, day, minute, second } from '../../src/time.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const opened = { ...openSession('s' as SessionId, 'u' as UserId, start), generation: 5 };

t.test('a new session is at its first generation', async (t) => {
  t.strictSame(openSession('s' as SessionId, 'u' as UserId, start), {
    id: 's',
    userId: 'u',
    generation: 1,
    confirmed: false,
    createdAt: start,
    refreshedAt: start,
    lastUsedAt: start,
    device: '',
    strict: false,
    isReceipt: false,
    endedAt: null,
  });
});

t.test('each state of a session answers each generation of a refresh token', async (t) => {
  const confirmed = { confirmed: true };
  const states: readonly [string, Partial<Session>, Date, readonly string[]][] = [
    ['unconfirmed', {}, after(start, 29 * day), ['refuse', 'rotate', 'repeat', 'annul', 'annul']],
    [
      'within the grace',
      confirmed,
      after(start, 30 * second),
      ['refuse', 'rotate', 'repeat', 'annul', 'annul'],
    ],
    [
      'after the grace',
      confirmed,
      after(start, 30 * second + 1),
      ['refuse', 'rotate', 'annul', 'annul', 'annul'],
    ],
    [
      'strict',
      { strict: true },
      after(start, 29 * day),
      ['refuse', 'rotate', 'repeatWithKey', 'repeatWithKey', 'repeatWithKey'],
    ],
    [
      'strict, confirmed just now',
      { ...confirmed, strict: true },
      after(start, second),
      ['refuse', 'rotate', 'repeatWithKey', 'repeatWithKey', 'repeatWithKey'],
    ],
    [
      'strict and ended',
      { strict: true, endedAt: start },
      start,
      ['refuse', 'refuse', 'refuse', 'refuse', 'refuse'],
    ],
    [
      'strict and idle for 30 days',
      { strict: true },
      after(start, 30 * day),
      ['refuse', 'refuse', 'refuse', 'refuse', 'refuse'],
    ],
    [
      'of a receipt',
      { isReceipt: true },
      after(start, second),
      ['refuse', 'refuse', 'refuse', 'refuse', 'refuse'],
    ],
    ['ended', { endedAt: start }, start, ['refuse', 'refuse', 'refuse', 'refuse', 'refuse']],
    ['idle for 30 days', {}, after(start, 30 * day), ['refuse', 'refuse', 'refuse', 'refuse', 'refuse']],
    [
      'half a year old',
      { refreshedAt: after(start, 179 * day) },
      after(start, 180 * day),
      ['refuse', 'refuse', 'refuse', 'refuse', 'refuse'],
    ],
  ];
  for (const [name, changes, now, moves] of states)
    t.strictSame(
      [6, 5, 4, 3, 1].map((generation) => refreshMove({ ...opened, ...changes }, generation, now)),
      moves,
      name,
    );
});

t.test('a session lives until it ends, idles for 30 days or is 180 days old', async (t) => {
  t.equal(isAlive(opened, after(start, 30 * day - 1)), true);
  t.equal(isAlive(opened, after(start, 30 * day)), false);
  const session = { ...opened, refreshedAt: after(start, 179 * day) };
  t.equal(isAlive(session, after(start, 180 * day - 1)), true);
  t.equal(isAlive(session, after(start, 180 * day)), false);
  t.equal(isAlive({ ...opened, endedAt: start }, start), false);
});

t.test('a receipt is good for half an hour from the code, whatever happens to its session', async (t) => {
  const used = { ...opened, lastUsedAt: after(start, 29 * minute), refreshedAt: after(start, 29 * minute) };
  const receipt = { ...used, isReceipt: true };
  const [last, late] = [after(start, 30 * minute - 1), after(start, 30 * minute)];
  for (const session of [used, receipt])
    t.strictSame([hasReceipt(session, last), hasReceipt(session, late)], [true, false]);
  t.strictSame([isAlive(used, late), isAlive(receipt, last), isAlive(receipt, late)], [true, true, false]);
  const ended = { endedAt: start };
  t.strictSame(
    [hasReceipt({ ...used, ...ended }, last), hasReceipt({ ...receipt, ...ended }, last)],
    [false, false],
  );
});
