import type { NextState } from '../events/edit/apply-draft.ts';
import type { EventRecord } from '../events/event.ts';
import { draftFaults, type EventDraft } from '../events/event-fields.ts';
import { limits } from '../limits.ts';
import type { LocalDate } from '../local-time/local-instant.ts';
import { referredPicture } from '../pictures/picture.ts';
import type { FieldFault } from '../problem.ts';
import { textFaults } from '../text.ts';
import { urlFaults } from '../urls.ts';

/** How an event from elsewhere repeats. */
export interface ImportedSeries {
  /** An RRULE value of RFC 5545; the event is on its first date. */
  readonly rule: string;
  /** Local days of the rule without an event. */
  readonly except: readonly LocalDate[];
}

/** An event from elsewhere. */
export interface ImportedEvent {
  /** Which one it is there; an organizer has at most one event of a key. */
  readonly sourceKey: string;
  /** Keys that it may have had, the likeliest first. */
  readonly formerKeys?: readonly string[] | undefined;
  /** Null for an event that its source reports as cancelled, or as postponed without any date. */
  readonly draft: EventDraft | null;
  /** Whether its source says that its date no longer holds. */
  readonly isPostponed?: boolean | undefined;
  /** The fields that the source leaves out: their values are for a new event, one that exists keeps its own. */
  readonly omittedFields?: readonly (keyof EventDraft)[] | undefined;
  /** Absent for an event on its own. */
  readonly series?: ImportedSeries | undefined;
}

/** What is wrong with an event from elsewhere. */
export const importFaults = ({ draft, sourceKey }: ImportedEvent): readonly FieldFault[] => [
  ...(draft === null ? [] : draftFaults(draft)),
  // Pictures are their owner's.
  ...(draft?.coverUrl && referredPicture(draft.coverUrl) ? urlFaults('/coverUrl', draft.coverUrl) : []),
  ...textFaults('/sourceKey', sourceKey, { maxLength: limits.urlLength }),
];

/** The draft of an event that exists, as its source has it now. */
export const draftAtSource = (
  before: EventDraft,
  { draft, omittedFields = [] }: Pick<ImportedEvent, 'draft' | 'omittedFields'>,
): EventDraft => ({
  ...before,
  ...draft,
  ...Object.fromEntries(omittedFields.map((field) => [field, before[field]])),
});

/**
 * What the source's word on the date makes of an event that exists: it counts when it is new, since feeds repeat it, also once
 * there is another date, and the host may know better.
 */
export const stateAtSource = (
  { isPostponedAtSource }: EventRecord,
  { isPostponed = false }: Pick<ImportedEvent, 'isPostponed'>,
): NextState =>
  isPostponed === isPostponedAtSource
    ? {}
    : { isPostponedAtSource: isPostponed, status: isPostponed ? 'postponed' : 'scheduled' };
