import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import type { WithOrigin } from '../../origin.ts';
import { chosenPicture, coverPaths } from '../../pictures/chosen-picture.ts';
import { DomainError, type FieldFault, refuse, refuseInput } from '../../problem.ts';
import { useQuota } from '../../quotas/use-quota.ts';
import type { EventDetail } from '../event.ts';
import { managedEvent } from '../event-access.ts';
import { getEvent } from '../get-event.ts';
import { unknownQuestions } from '../question.ts';
import { applyDraft } from './apply-draft.ts';
import { knownCategory } from './create-event.ts';
import {
  type AskedChanges,
  changedDraft,
  type DraftChanges,
  dateFaults,
  draftOf,
  storedDraftFaults,
} from './event-draft.ts';

export interface UpdateEvent extends WithOrigin {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly changes: AskedChanges;
  /** The `sequence` of the event that the changes were made of; any when absent. */
  readonly ifVersion?: number | undefined;
}

/** The changes with the picture that the caller chose, and what is wrong with the choice. */
export const withChosenCover = async (
  dependencies: Pick<Dependencies, 'stores' | 'settings'>,
  callerId: UserId,
  { coverId: id, ...changes }: AskedChanges,
): Promise<{ readonly changes: DraftChanges; readonly faults: readonly FieldFault[] }> => {
  const choice = { id, url: changes.coverUrl };
  const { picture, faults } = await chosenPicture(dependencies, callerId, choice, coverPaths);
  return { changes: picture === undefined ? changes : { ...changes, coverUrl: picture }, faults };
};

/**
 * Changes parts of an event; all rules hold for the whole that results, also when two people change it at
 * once. For its organizer and admins. Throws `invalid_request`, `event_not_found`, `forbidden`,
 * `event_cancelled`, `event_changed_meanwhile`, `capacity_below_booked`, `question_answered`, `rate_limited` (the caller's
 * changes of an hour).
 */
export const updateEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'timeZones' | 'ids' | 'auditLog' | 'settings'>) =>
  async ({ eventId, callerId, changes: asked, ifVersion, origin }: UpdateEvent): Promise<EventDetail> => {
    const access = await managedEvent(dependencies, eventId, callerId);
    const { changes, faults: coverFaults } = await withChosenCover(dependencies, callerId, asked);
    for (let isCounted = false; ; isCounted = true) {
      const event = await dependencies.stores.events.find(access.eventId);
      if (!event) throw refuse('event_not_found');
      if (event.takenDown) throw refuse('event_taken_down');
      if (event.status === 'cancelled') throw refuse('event_cancelled');
      // What is written is the event of this sequence alone: another write in between leads here again.
      if (event.sequence !== (ifVersion ?? event.sequence)) throw refuse('event_changed_meanwhile');
      const draft = changedDraft(draftOf(event), changes);
      const { clock, settings, timeZones } = dependencies;
      const faults = [
        ...coverFaults,
        ...storedDraftFaults(timeZones, draft),
        ...unknownQuestions(event.questions, draft.questions),
        ...dateFaults(draft, event, event.organizerId, settings, clock.now()),
      ];
      if (faults.length > 0) throw refuseInput(...faults);
      const category = await knownCategory(dependencies, draft.category);
      if (!isCounted) await useQuota(dependencies, callerId, 'event-changes');
      const outcome = await applyDraft(dependencies)(event, draft, category, callerId);
      if (outcome === 'question_answered') throw refuse('question_answered');
      if (typeof outcome === 'object')
        throw new DomainError({ code: 'capacity_below_booked', bookedCount: outcome.bookedCount });
      if (outcome !== 'outdated') {
        if (event.visibility !== 'private' && draft.visibility === 'private')
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
