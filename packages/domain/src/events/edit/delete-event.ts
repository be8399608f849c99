import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import type { WithOrigin } from '../../origin.ts';
import { newChange } from '../../outbox/change.ts';
import { refuse } from '../../problem.ts';
import { useQuota } from '../../quotas/use-quota.ts';
import { managedEvent } from '../event-access.ts';
import { noticeEvent } from '../notice-event.ts';

export interface DeleteEvent extends WithOrigin {
  readonly eventId: string;
  readonly callerId: UserId;
}

/**
 * Deletes an event with its RSVPs, saves, admins, invitations and links; its guests are told as if it was cancelled. For its organizer. Throws
 * `event_not_found`, `forbidden`, `rate_limited` (the caller's changes of an hour).
 */
export const deleteEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'ids' | 'unitOfWork' | 'auditLog' | 'settings'>) =>
  async ({ eventId, callerId, origin }: DeleteEvent): Promise<void> => {
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    await useQuota(dependencies, callerId, 'event-changes');
    const { clock, ids, unitOfWork } = dependencies;
    await unitOfWork.run(async (stores) => {
      const event = await stores.events.find(access.eventId);
      if (!event) throw refuse('event_not_found');
      const now = clock.now();
      const { id: eventId, sequence } = event;
      const change = newChange('event.deleted', now, {
        id: ids.next(),
        eventId,
        actorId: callerId,
        data: { sequence: sequence + 1 },
      });
      await stores.webhooks.keepManagers(eventId, now);
      if (event.endAt > now || event.status === 'postponed') {
        await stores.noticeRecipients.keepGuests(change.id, eventId);
        await stores.notices.open({
          id: ids.next(),
          key: `cancelled ${eventId}`,
          kind: 'event_cancelled',
          event: { ...noticeEvent(event), status: 'cancelled', sequence: sequence + 1 },
          changes: null,
          text: null,
          createdAt: now,
        });
      }
      if (!(await stores.events.remove(eventId))) throw refuse('event_not_found');
      await stores.outbox.add([change]);
    }, 'bulk');
    dependencies.auditLog.record({
      event: 'event_deleted',
      userId: callerId,
      origin,
      eventId: access.eventId,
    });
  };
