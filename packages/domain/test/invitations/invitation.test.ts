import fc from 'fast-check';
import t from 'tap';
import {
  type InvitationMove,
  invitationExpiry,
  invitationState,
  invitationStates,
  isUsable,
  moveInvitation,
  statesBefore,
} from '../../src/invitations/invitation.ts';
import { after, day } from '../../src/time.ts';

const expiresAt = new Date('2026-06-01T12:00:00.000Z');
const justBefore = after(expiresAt, -1);
const moves: readonly InvitationMove[] = ['accept', 'attend', 'decline', 'revoke', 'renew', 'resend'];

t.test('where each move leads from each state', async (t) => {
  t.strictSame(
    invitationStates.map((state) => [state, ...moves.map((move) => moveInvitation(state, move))]),
    [
      ['pending', 'accepted', 'accepted', 'declined', 'revoked', null, 'pending'],
      ['accepted', null, null, null, 'revoked', null, null],
      ['declined', 'accepted', null, null, 'revoked', null, null],
      ['revoked', null, null, null, null, 'pending', null],
      ['expired', null, null, null, 'revoked', 'pending', 'pending'],
    ],
  );
});

t.test('the states that allow a move', async (t) => {
  t.strictSame(moves.map(statesBefore), [
    ['pending', 'declined'],
    ['pending'],
    ['pending'],
    ['pending', 'accepted', 'declined', 'expired'],
    ['revoked', 'expired'],
    ['pending', 'expired'],
  ]);
});

t.test('only a pending invitation expires', async (t) => {
  t.equal(invitationState({ state: 'pending', expiresAt }, justBefore), 'pending');
  t.equal(invitationState({ state: 'pending', expiresAt }, expiresAt), 'expired');
  for (const state of ['accepted', 'declined', 'revoked'] as const)
    t.equal(invitationState({ state, expiresAt }, expiresAt), state);
});

t.test('a token is usable until its invitation expires, an accepted one for good', async (t) => {
  for (const state of ['pending', 'declined'] as const) {
    t.equal(isUsable({ state, expiresAt }, justBefore), true, state);
    t.equal(isUsable({ state, expiresAt }, expiresAt), false, state);
  }
  t.equal(isUsable({ state: 'accepted', expiresAt }, after(expiresAt, day)), true);
  t.equal(isUsable({ state: 'revoked', expiresAt }, justBefore), false);
});

t.test('an invitation expires after 30 days or with its event', async (t) => {
  t.strictSame(invitationExpiry(after(expiresAt, 31 * day), expiresAt), after(expiresAt, 30 * day));
  t.strictSame(invitationExpiry(after(expiresAt, 29 * day), expiresAt), after(expiresAt, 29 * day));
});

t.test('after any sequence of moves an accepted invitation can only be revoked', async (t) => {
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
  t.pass('held');
});
