import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import { refuse } from '../../problem.ts';
import { useQuota } from '../../quotas/use-quota.ts';
import type { EventDetail } from '../event.ts';
import { managedEvent } from '../event-access.ts';
import { getEvent } from '../get-event.ts';
import { cancelReason } from './cancel-reason.ts';

/**
 * Cancels an event, for a reason that its guests read; repeating it changes nothing. For its organizer. Throws
 * `event_not_found`, `forbidden`, `event_taken_down`, `invalid_request`, `rate_limited` (the caller's changes of an hour).
 */
export const cancelEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async ({
    eventId,
    callerId,
    reason,
  }: {
    readonly eventId: string;
    readonly callerId: UserId;
    readonly reason?: string | undefined;
  }): Promise<EventDetail> => {
    const words = cancelReason(reason);
    const access = await managedEvent(dependencies, eventId, callerId, ['organizer']);
    await useQuota(dependencies, callerId, 'event-changes');
    await dependencies.stores.events.cancel(access.eventId, dependencies.clock.now(), callerId, words);
    const event = await getEvent(dependencies)({ eventId, callerId });
    // It was taken down meanwhile, and is as it was.
    if (event.takenDown && event.status !== 'cancelled') throw refuse('event_taken_down');
    return event;
  };
