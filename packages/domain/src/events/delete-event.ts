import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { Audited } from '../origin.ts';
import { refuse } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { managedEvent } from './event-access.ts';

export interface DeleteEvent extends Audited {
  readonly eventId: string;
  readonly callerId: UserId;
}

/**
 * Deletes an event with its RSVPs, saves, admins, invitations and links. For its organizer. Throws
 * `event_not_found`, `forbidden`, `rate_limited` (the caller's changes of an hour).
 */
export const deleteEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'auditLog' | 'settings'>) =>
  async ({ eventId, callerId, origin }: DeleteEvent): Promise<void> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    await useQuota(dependencies, callerId, 'event-changes');
    if (!(await dependencies.stores.events.remove(access.eventId))) throw refuse('event_not_found');
    dependencies.auditLog.record({
      event: 'event_deleted',
      userId: callerId,
      origin,
      eventId: access.eventId,
    });
  };
