import type { Dependencies } from '../dependencies.ts';
import { managedEvent } from '../events/event-access.ts';
import { parseId, type UserId } from '../ids.ts';
import type { Audited } from '../origin.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';

export interface RemoveAttendee extends Audited {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly userId: string;
  /** Whether the event's shared link is replaced in the same step. */
  readonly rotateLink?: boolean | undefined;
}

/**
 * Removes a person from an event (see {@link AttendeeStore.remove}). For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `not_found` (not tied to the event), `is_manager`, `rate_limited`.
 */
export const removeAttendee =
  (
    dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'settings' | 'unitOfWork' | 'tokens'>,
  ) =>
  async ({ callerId, origin, rotateLink = false, ...command }: RemoveAttendee): Promise<void> => {
    const { clock, auditLog, tokens, unitOfWork } = dependencies;
    const { eventId } = await managedEvent(dependencies, command.eventId, callerId);
    await useQuota(dependencies, callerId, 'guest-changes');
    const user = parseId<'user'>(command.userId);
    if (rotateLink) await useQuota(dependencies, callerId, 'rotations');
    const outcome =
      user &&
      (await unitOfWork.run(async ({ attendees, inviteLinks }) => {
        const removal = await attendees.remove(eventId, user, clock.now());
        if (rotateLink && removal === 'removed') await inviteLinks.rotate(eventId, tokens.next());
        return removal;
      }));
    if (outcome === 'is_manager') throw refuse('is_manager');
    if (outcome !== 'removed') throw refuse('not_found');
    auditLog.record({ event: 'guest_removed', userId: callerId, origin, eventId });
    if (rotateLink) auditLog.record({ event: 'link_rotated', userId: callerId, origin, eventId });
  };
