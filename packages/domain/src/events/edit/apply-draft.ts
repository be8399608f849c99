import type { Dependencies } from '../../dependencies.ts';
import type { UserId } from '../../ids.ts';
import { searchDocument } from '../../search/search-document.ts';
import type { Category } from '../category.ts';
import type { EventChanges, EventRecord } from '../event.ts';
import type { EventDraft } from '../event-fields.ts';
import { questionsOf } from '../question.ts';
import { recordFields } from './event-draft.ts';

/** `outdated` when another write came first; the confirmed seats when the capacity is below them. */
export type DraftOutcome =
  | 'unchanged'
  | 'changed'
  | 'outdated'
  | 'question_answered'
  | { readonly bookedCount: number };

/** What becomes of an event besides its fields. */
export type NextState = Pick<EventChanges, 'status' | 'isPostponedAtSource'>;

/** Whether an event already is what a valid draft says. */
export const isAsDrafted = (
  { timeZones }: Pick<Dependencies, 'timeZones'>,
  event: EventRecord,
  draft: EventDraft,
  state: NextState = {},
): boolean =>
  Object.entries({
    ...recordFields(timeZones, draft),
    ...state,
    questions: questionsOf(() => '', event.questions, draft.questions),
  }).every(([field, value]) => JSON.stringify(value) === JSON.stringify(event[field as keyof EventRecord]));

/**
 * Changes an event to what a valid draft says, unless it is that already; with another start it is scheduled, whatever it was.
 * `actor` is not told of the change.
 */
export const applyDraft =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'timeZones' | 'ids'>) =>
  async (
    event: EventRecord,
    given: EventDraft,
    category: Category,
    actor: UserId,
    state: NextState = {},
  ): Promise<DraftOutcome> => {
    const draft = { ...given, category: category.slug };
    if (isAsDrafted(dependencies, event, draft, state)) return 'unchanged';
    const isMoved = draft.startAt.getTime() !== event.startAt.getTime();
    const { capacity, ...fields } = recordFields(dependencies.timeZones, draft);
    const questions = questionsOf(dependencies.ids.next, event.questions, draft.questions);
    const asksOtherwise = JSON.stringify(questions) !== JSON.stringify(event.questions);
    const outcome = await dependencies.stores.events.change(
      event.id,
      event.sequence,
      {
        ...fields,
        ...(capacity === event.capacity ? {} : { capacity }),
        ...(asksOtherwise ? { questions } : {}),
        ...state,
        ...(isMoved ? { status: 'scheduled' } : {}),
      },
      searchDocument(fields, category),
      dependencies.clock.now(),
      actor,
    );
    if (typeof outcome === 'object' || outcome === 'question_answered') return outcome;
    return outcome ? 'changed' : 'outdated';
  };
