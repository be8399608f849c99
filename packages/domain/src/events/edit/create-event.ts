import type { Dependencies } from '../../dependencies.ts';
import type { EventId, UserId } from '../../ids.ts';
import { chosenPicture, coverPaths } from '../../pictures/chosen-picture.ts';
import { type FieldFault, refuseInput } from '../../problem.ts';
import { useQuota } from '../../quotas/use-quota.ts';
import { searchDocument } from '../../search/search-document.ts';
import type { Category } from '../category.ts';
import type { EventDetail, EventRecord } from '../event.ts';
import type { EventDraft } from '../event-fields.ts';
import { getEvent } from '../get-event.ts';
import { questionsOf } from '../question.ts';
import { dateFaults, recordFields, storedDraftFaults } from './event-draft.ts';

export interface CreateEvent {
  readonly organizerId: UserId;
  readonly draft: EventDraft;
  /** A picture of the organizer, in place of `coverUrl`. */
  readonly coverId?: string | null | undefined;
}

/**
 * Creates an event of the caller. Throws `invalid_request`, also for an unknown category, and `rate_limited` beyond the
 * caller's events of a day.
 */
export const createEvent =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'timeZones' | 'ids' | 'settings'>) =>
  async ({ organizerId, ...asked }: CreateEvent): Promise<EventDetail> => {
    const { clock, settings, timeZones } = dependencies;
    const { draft, faults: coverFaults } = await withCover(dependencies, organizerId, asked);
    const faults = [
      ...coverFaults,
      ...storedDraftFaults(timeZones, draft),
      ...dateFaults(draft, null, organizerId, settings, clock.now()),
    ];
    if (faults.length > 0) throw refuseInput(...faults);
    const category = await knownCategory(dependencies, draft.category);
    await useQuota(dependencies, organizerId, 'daily-events');
    const event = newEvent(
      dependencies,
      dependencies.ids.next() as EventId,
      organizerId,
      { ...draft, category: category.slug },
      null,
      dependencies.clock.now(),
    );
    await dependencies.stores.events.add({ event, document: searchDocument(event, category) });
    return getEvent(dependencies)({ eventId: event.id, callerId: organizerId });
  };

/** A new draft with the picture that its organizer chose, and what is wrong with the choice. */
export const withCover = async (
  dependencies: Pick<Dependencies, 'stores' | 'settings'>,
  organizerId: UserId,
  { draft, coverId }: Pick<CreateEvent, 'draft' | 'coverId'>,
): Promise<{ readonly draft: EventDraft; readonly faults: readonly FieldFault[] }> => {
  const url = coverId === undefined ? draft.coverUrl : (draft.coverUrl ?? undefined);
  const { picture, faults } = await chosenPicture(
    dependencies,
    organizerId,
    { id: coverId, url },
    coverPaths,
  );
  return { draft: picture === undefined ? draft : { ...draft, coverUrl: picture }, faults };
};

/** The category that a slug stands for, or `invalid_request`. */
export const knownCategory = async (
  { stores }: Pick<Dependencies, 'stores'>,
  slug: string,
  path: '/category' | '/event/category' = '/category',
): Promise<Category> => {
  const category = await stores.categories.find(slug);
  if (!category) throw refuseInput({ path, message: 'must be the slug of a known category' });
  return category;
};

/** The record of a valid draft. */
export const newEvent = (
  { timeZones, ids }: Pick<Dependencies, 'timeZones' | 'ids'>,
  id: EventId,
  organizerId: UserId,
  draft: EventDraft,
  sourceKey: string | null,
  at: Date,
): EventRecord => ({
  ...recordFields(timeZones, draft),
  // Ids are given here: those of another event are none.
  questions: questionsOf(
    ids.next,
    [],
    draft.questions.map((question) => ({ ...question, id: null })),
  ),
  id,
  organizerId,
  status: 'scheduled',
  cancelReason: null,
  takenDown: null,
  series: null,
  sequence: 0,
  sourceKey,
  isPostponedAtSource: false,
  createdAt: at,
  updatedAt: at,
});
