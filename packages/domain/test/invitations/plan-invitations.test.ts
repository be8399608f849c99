import fc from 'fast-check';
import t from 'tap';
import type { UserId } from '../../src/ids.ts';
import { invitationStates } from '../../src/invitations/invitation.ts';
import { type Candidate, planInvitations } from '../../src/invitations/plan-invitations.ts';

const userId = 'u' as UserId;
const stranger: Candidate = {
  userId,
  times: 1,
  isInside: false,
  invitation: null,
  pendingElsewhere: 0,
  hasBlocked: false,
};
const isPlanned = (changes: Partial<Candidate>) =>
  planInvitations({ users: [{ ...stranger, ...changes }], addresses: [], unknownCount: 0 }, []).userIds
    .length === 1;

t.test('users with access or an open or closed invitation are not invited', async (t) => {
  const isInvited = (isInside: boolean, invitation: (typeof invitationStates)[number] | null) =>
    isPlanned({ isInside, invitation });
  t.strictSame(
    [null, ...invitationStates].filter((state) => isInvited(false, state)),
    [null, 'revoked', 'expired'],
  );
  t.strictSame(
    [null, ...invitationStates].filter((state) => isInvited(true, state)),
    [],
  );
});

t.test('addresses with an open or closed invitation are not invited', async (t) => {
  const email = 'a@x.example';
  const plan = (invitation: (typeof invitationStates)[number]) =>
    planInvitations({ users: [], addresses: [{ email, invitation }], unknownCount: 0 }, [
      email,
      'b@x.example',
    ]);
  for (const state of invitationStates) {
    const isInvited = state === 'revoked' || state === 'expired';
    const emails = isInvited ? [email, 'b@x.example'] : ['b@x.example'];
    t.strictSame(plan(state), { userIds: [], emails, skipped: isInvited ? 0 : 1 }, state);
  }
});

t.test('users with 20 pending invitations elsewhere, and who block, are not invited', async (t) => {
  t.equal(isPlanned({ pendingElsewhere: 19 }), true);
  t.equal(isPlanned({ pendingElsewhere: 20 }), false);
  t.equal(isPlanned({ hasBlocked: true }), false);
});

t.test('sent and skipped add up to the names given, and each recipient is planned once', async (t) => {
  const candidate = fc.record({
    userId: fc.uuid().map((id) => id as UserId),
    times: fc.integer({ min: 1, max: 5 }),
    isInside: fc.boolean(),
    invitation: fc.constantFrom(null, ...invitationStates),
    pendingElsewhere: fc.nat(25),
    hasBlocked: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(candidate, { selector: ({ userId }) => userId }),
      fc.nat(20),
      fc.array(fc.constantFrom('a@x.example', 'b@x.example', 'c@x.example')),
      fc.array(
        fc.record({ email: fc.constant('a@x.example'), invitation: fc.constantFrom(...invitationStates) }),
      ),
      (users, unknownCount, emails, addresses) => {
        const plan = planInvitations({ users, addresses, unknownCount }, emails);
        const named = users.reduce((sum, { times }) => sum + times, 0) + unknownCount + emails.length;
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
