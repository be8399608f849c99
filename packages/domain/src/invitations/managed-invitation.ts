import type { Dependencies } from '../dependencies.ts';
import type { EventAccess } from '../events/event.ts';
import { managedEvent } from '../events/event-access.ts';
import { parseId, type UserId } from '../ids.ts';
import type { WithOrigin } from '../origin.ts';
import { refuse } from '../problem.ts';
import type { Invitation } from './invitation.ts';

/** An event that the caller must manage. */
export interface ManageEvent extends WithOrigin {
  readonly eventId: string;
  readonly callerId: UserId;
}

/** An invitation to an event that the caller must manage. */
export interface ManageInvitation extends ManageEvent {
  readonly invitationId: string;
}

/**
 * The invitation and the caller's access to its event. Throws `event_not_found`, `forbidden` and
 * `invitation_not_found` (also for an invitation to another event).
 */
export const managedInvitation = async (
  dependencies: Pick<Dependencies, 'stores' | 'clock'>,
  command: ManageInvitation,
): Promise<{ readonly access: EventAccess; readonly invitation: Invitation }> => {
  const access = await managedEvent(dependencies, command.eventId, command.callerId);
  const id = parseId<'invitation'>(command.invitationId);
  const invitation = id && (await dependencies.stores.invitations.find(id));
  if (!invitation || invitation.eventId !== access.eventId) throw refuse('invitation_not_found');
  return { access, invitation };
};
