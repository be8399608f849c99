import t from 'tap';
import type { UserId } from '../../src/ids.ts';
import { invitationStates } from '../../src/invitations/invitation.ts';
import { planInvitations } from '../../src/invitations/plan-invitations.ts';

const userId = 'u' as UserId;

t.test('who is inside or has an open or closed invitation is not invited', async (t) => {
  const isInvited = (isInside: boolean, invitation: (typeof invitationStates)[number] | null) =>
    planInvitations({ users: [{ userId, times: 1, isInside, invitation }], unknown: 0 }, []).userIds
      .length === 1;
  t.strictSame(
    [null, ...invitationStates].filter((state) => isInvited(false, state)),
    [null, 'revoked', 'expired'],
  );
  t.strictSame(
    [null, ...invitationStates].filter((state) => isInvited(true, state)),
    [],
  );
});
