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
}

/**
 * Removes a person from an event (see {@link AttendeeStore.remove}). For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `not_found` (not tied to the event), `is_manager`, `rate_limited`.
 */
export const removeAttendee =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'settings'>) =>
  async ({ callerId, origin, ...command }: RemoveAttendee): Promise<void> => {
    const { stores, clock, auditLog } = dependencies;
    const { eventId } = await managedEvent(dependencies, command.eventId, callerId);
    await useQuota(dependencies, callerId, 'guest-changes');
    const user = parseId<'user'>(command.userId);
    const outcome = user && (await stores.attendees.remove(eventId, user, clock.now()));
    if (outcome === 'is_manager') throw refuse('is_manager');
    if (outcome !== 'removed') throw refuse('not_found');
    auditLog.record({ event: 'guest_removed', userId: callerId, origin, eventId });
  };
