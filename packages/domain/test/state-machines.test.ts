import fc from 'fast-check';
import t from 'tap';
import type { SessionId, UserId } from '../src/ids.ts';
import { type InvitationMove, invitationStates, moveInvitation } from '../src/invitations/invitation.ts';
import { planInvitations } from '../src/invitations/plan-invitations.ts';
import { countsMove, rsvpStates } from '../src/rsvp/rsvp.ts';
import {
  isAlive,
  openSession,
  refreshMove,
  type Session,
  sessionLifetimes,
} from '../src/sessions/session.ts';
import { after, day, second } from '../src/time.ts';

const start = new Date('2026-01-01T00:00:00.000Z');

t.test('any sequence of answers moves the counts to what the last answer says', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...rsvpStates)), (answers) => {
      const counts = { going: 0, interested: 0 };
      let state = rsvpStates[2] ?? null;
      for (const answer of answers) {
        const move = countsMove(state, answer);
        counts.going += move.going;
        counts.interested += move.interested;
        state = answer;
      }
      return (
        counts.going === (state === 'going' ? 1 : 0) && counts.interested === (state === 'interested' ? 1 : 0)
      );
    }),
  );
  t.pass('held');
});

t.test('invitations', async (t) => {
  const moves: readonly InvitationMove[] = ['accept', 'decline', 'revoke', 'renew', 'resend'];
  t.strictSame(
    Object.fromEntries(
      invitationStates.map((state) => [state, moves.filter((move) => moveInvitation(state, move) !== null)]),
    ),
    {
      pending: ['accept', 'decline', 'revoke', 'resend'],
      accepted: ['revoke'],
      declined: ['accept', 'revoke'],
      revoked: ['renew'],
      expired: ['revoke', 'renew', 'resend'],
    },
  );
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...moves)), (sequence) => {
      let state: (typeof invitationStates)[number] = 'pending';
      for (const move of sequence) {
        const next = moveInvitation(state, move);
        if (state === 'accepted' && next !== null && next !== 'revoked') return false;
        state = next ?? state;
      }
      return invitationStates.includes(state);
    }),
  );
});

t.test('sent and skipped add up to all the names, and nobody is invited twice', async (t) => {
  const candidate = fc.record({
    userId: fc.uuid().map((id) => id as UserId),
    times: fc.integer({ min: 1, max: 5 }),
    isInside: fc.boolean(),
    invitation: fc.constantFrom(null, ...invitationStates),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(candidate, { selector: ({ userId }) => userId }),
      fc.nat(20),
      fc.array(fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example')),
      (users, unknown, emails) => {
        const plan = planInvitations({ users, unknown }, emails);
        const named = users.reduce((sum, { times }) => sum + times, 0) + unknown + emails.length;
        return (
          plan.userIds.length + plan.emails.length + plan.skipped === named &&
          new Set([...plan.userIds, ...plan.emails]).size === plan.userIds.length + plan.emails.length &&
          plan.userIds.every((id) => users.some((user) => user.userId === id && !user.isInside))
        );
      },
    ),
  );
  t.pass('held');
});

t.test('sessions', async (t) => {
  const session = openSession('s' as SessionId, 'u' as UserId, start);
  const at = (changes: Partial<Session>) => ({ ...session, generation: 5, ...changes });
  const cases: readonly [string, Partial<Session>, number, Date, string][] = [
    ['the current token', {}, 5, start, 'rotate'],
    ['the current token, used', { confirmed: true }, 5, after(start, day), 'rotate'],
    ['the one before, its answer perhaps lost', {}, 4, after(start, 29 * day), 'repeat'],
    ['the one before, within the grace', { confirmed: true }, 4, after(start, 30 * second), 'repeat'],
    ['the one before, after the grace', { confirmed: true }, 4, after(start, 30 * second + 1), 'annul'],
    ['an older one', {}, 3, start, 'annul'],
    ['one that was never given', {}, 6, start, 'refuse'],
    ['any after 30 idle days', {}, 5, after(start, sessionLifetimes.idle), 'refuse'],
    ['any once ended', { endedAt: start }, 5, start, 'refuse'],
    ['an old one once ended', { endedAt: start }, 2, start, 'refuse'],
  ];
  for (const [name, changes, generation, now, wanted] of cases)
    t.equal(refreshMove(at(changes), generation, now), wanted, name);
  const kept = { ...session, refreshedAt: after(start, 179 * day) };
  t.equal(isAlive(kept, after(start, 180 * day - 1)), true);
  t.equal(isAlive(kept, after(start, 180 * day)), false, 'half a year is the end, however much it is used');
});
