import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import { refuse } from '../../problem.ts';
import { useQuota } from '../../quotas/use-quota.ts';
import type { EventDetail } from '../event.ts';
import { managedEvent } from '../event-access.ts';
import { getEvent } from '../get-event.ts';
import { applyDraft } from './apply-draft.ts';
import { knownCategory } from './create-event.ts';
import { draftOf } from './event-draft.ts';

/**
 * Takes an event's date away until it gets another start; repeating it changes nothing. RSVPs and bookings stay, its guests are
 * told. For its organizer and admins. Throws `event_not_found`, `forbidden`, `event_cancelled`, `event_taken_down`,
 * `rate_limited` (the caller's changes of an hour).
 */
export const postponeEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'timeZones' | 'ids' | 'settings'>) =>
  async ({
    eventId,
    callerId,
  }: {
    readonly eventId: string;
    readonly callerId: UserId;
  }): Promise<EventDetail> => {
    const { eventId: id } = await managedEvent(dependencies, eventId, callerId);
    await useQuota(dependencies, callerId, 'event-changes');
    for (;;) {
      const event = await dependencies.stores.events.find(id);
      if (!event) throw refuse('event_not_found');
      if (event.takenDown) throw refuse('event_taken_down');
      if (event.status === 'cancelled') throw refuse('event_cancelled');
      const category = await knownCategory(dependencies, event.category);
      const state = { status: 'postponed' } as const;
      const outcome = await applyDraft(dependencies)(event, draftOf(event), category, callerId, state);
      if (outcome !== 'outdated') return getEvent(dependencies)({ eventId, callerId });
    }
  };
