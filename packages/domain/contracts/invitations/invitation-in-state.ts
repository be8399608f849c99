import type { StoredInvitationState } from '../../src/invitations/invitation.ts';
import { after, hour } from '../../src/time.ts';
import { addEvent, addUser, now, sendInvitation } from '../fixtures.ts';
import type { Needs } from '../harness.ts';

/** When an invitation {@link inState} expires. */
export const expiry = after(now, hour);

/** An invitation in that state, which expires an hour from now. */
export const inState = async (
  stores: Needs<'events' | 'invitations' | 'users'>['stores'],
  state: StoredInvitationState,
) => {
  const event = await addEvent(stores);
  const { id: userId } = await addUser(stores);
  const { id, token } = await sendInvitation(stores, event, { kind: 'user', userId }, { expiresAt: expiry });
  if (state === 'accepted') await stores.invitations.accept(id, userId, now);
  if (state === 'declined') await stores.invitations.decline(id, userId, now);
  if (state === 'revoked') await stores.invitations.revoke(id, now);
  return { id, token, userId, event };
};
