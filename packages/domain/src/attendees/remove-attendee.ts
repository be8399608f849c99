import type { Dependencies } from '../dependencies.ts';
import { managedEvent } from '../events/event-access.ts';
import { parseId, type UserId } from '../ids.ts';
import type { WithOrigin } from '../origin.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { tellRemoval } from './tell-removal.ts';

export interface RemoveAttendee extends WithOrigin {
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
    dependencies: Pick<
      Dependencies,
      'stores' | 'clock' | 'ids' | 'unitOfWork' | 'auditLog' | 'settings' | 'tokens'
    >,
  ) =>
  async ({ callerId, origin, rotateLink = false, ...command }: RemoveAttendee): Promise<void> => {
    const { clock, ids, unitOfWork, auditLog, tokens } = dependencies;
    const { eventId } = await managedEvent(dependencies, command.eventId, callerId);
    await useQuota(dependencies, callerId, 'guest-changes');
    if (rotateLink) await useQuota(dependencies, callerId, 'rotations');
    const user = parseId<'user'>(command.userId);
    const remove = (userId: UserId) =>
      unitOfWork.run(async (stores) => {
        const now = clock.now();
        const outcome = await stores.attendees.remove(eventId, userId, now);
        if (outcome === 'removed')
          await tellRemoval(stores, ids, { eventId, userId, actorId: callerId }, now);
        if (rotateLink && outcome === 'removed') await stores.inviteLinks.rotate(eventId, tokens.next());
        return outcome;
      });
    const outcome = user && (await remove(user));
    if (outcome === 'is_manager') throw refuse('is_manager');
    if (outcome !== 'removed') throw refuse('not_found');
    auditLog.record({ event: 'guest_removed', userId: callerId, origin, eventId });
    if (rotateLink) auditLog.record({ event: 'link_rotated', userId: callerId, origin, eventId });
  };
