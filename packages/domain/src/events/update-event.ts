import type { Dependencies } from '../dependencies.ts';
import type { UserId } from '../ids.ts';
import type { Audited } from '../origin.ts';
import { DomainError, refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import { searchDocument } from '../search/search-document.ts';
import { knownCategory } from './create-event.ts';
import type { EventDetail, EventRecord } from './event.ts';
import { managedEvent } from './event-access.ts';
import {
  type DraftChanges,
  dateFaults,
  draftFaults,
  draftOf,
  type EventDraft,
  recordFields,
} from './event-draft.ts';
import { getEvent } from './get-event.ts';

export interface UpdateEvent extends Audited {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly changes: DraftChanges;
}

/**
 * Changes parts of an event; all rules hold for the whole that results, also when two people change it at
 * once. For its organizer and admins. Throws `invalid_request`, `event_not_found`, `forbidden`,
 * `event_cancelled`, `capacity_below_booked`, `rate_limited` (the caller's changes of an hour).
 */
export const updateEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'timeZones' | 'auditLog' | 'settings'>) =>
  async ({ eventId, callerId, changes, origin }: UpdateEvent): Promise<EventDetail> => {
    const access = await managedEvent(dependencies, eventId, callerId);
    for (let isCounted = false; ; isCounted = true) {
      const event = await dependencies.stores.events.find(access.eventId);
      if (!event) throw refuse('event_not_found');
      if (event.takenDown) throw refuse('event_taken_down');
      if (event.status === 'cancelled') throw refuse('event_cancelled');
      const draft = overlay(draftOf(event), changes);
      const { clock, settings } = dependencies;
      const faults = [
        ...draftFaults(draft),
        ...dateFaults(draft, event, event.organizerId, settings, clock.now()),
      ];
      if (faults.length > 0) throw refuseInput(...faults);
      const category = await knownCategory(dependencies, draft.category);
      if (!isCounted) await useQuota(dependencies, callerId, 'event-changes');
      const { capacity, ...fields } = recordFields(dependencies.timeZones, draft);
      if (changesNothing(event, { ...fields, capacity }))
        return getEvent(dependencies)({ eventId, callerId });
      const document = searchDocument(fields, category);
      const outcome = await dependencies.stores.events.change(
        event.id,
        event.sequence,
        capacity === event.capacity ? fields : { ...fields, capacity },
        document,
        dependencies.clock.now(),
        callerId,
      );
      if (typeof outcome === 'object')
        throw new DomainError({ code: 'capacity_below_booked', bookedCount: outcome.bookedCount });
      if (outcome) {
        if (event.visibility !== 'private' && fields.visibility === 'private')
          dependencies.auditLog.record({
            event: 'event_made_private',
            userId: callerId,
            origin,
            eventId: event.id,
          });
        return getEvent(dependencies)({ eventId: event.id, callerId });
      }
    }
  };

const changesNothing = (event: EventRecord, fields: Partial<EventRecord>): boolean =>
  Object.entries(fields).every(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(event[field as keyof EventRecord]),
  );

const overlay = (draft: EventDraft, changes: DraftChanges): EventDraft => ({
  ...draft,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
});
