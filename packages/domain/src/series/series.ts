import type { EventRecord } from '../events/event.ts';
import type { EventDraft } from '../events/event-fields.ts';
import type { RsvpState } from '../events/rsvp.ts';
import type { SeriesId, UserId } from '../ids.ts';
import type { LocalDate } from '../local-time/local-instant.ts';
import type { User } from '../users/user.ts';

export const seriesPolicy = {
  /** Occurrences made in one step: a rule can name any number of dates. */
  occurrencesAtOnce: 200,
  /** Occurrences that a response names. */
  eventsShown: 50,
} as const;

/** All of an event but its dates, which follow from the rule. */
export interface SeriesDraft extends Omit<EventDraft, 'startAt' | 'endAt' | 'rsvpUntil'> {
  /** How long before the start answers end, in milliseconds; negative after it, null for never. */
  readonly rsvpLead: number | null;
}

/** A rule, and what the events are like that it makes. */
export interface SeriesRecord {
  readonly id: SeriesId;
  readonly organizerId: UserId;
  /** An RRULE value of RFC 5545, as it was given, without `RRULE:`. */
  readonly rule: string;
  /** The day that the rule counts from. */
  readonly firstDate: LocalDate;
  /** When occurrences start, in milliseconds since local midnight. */
  readonly timeOfDay: number;
  /** How long they last, in milliseconds. */
  readonly duration: number;
  /** The zone of days and times (IANA). */
  readonly timeZone: string;
  /** What occurrences to be made are like. */
  readonly draft: SeriesDraft;
  readonly isCancelled: boolean;
  /** The last day up to which occurrences are made; null before the first. */
  readonly madeThrough: LocalDate | null;
  /** When the next occurrence is to be made; null when the rule has no more. */
  readonly extendAt: Date | null;
  /** Where an imported series came from; at most one has a given key. */
  readonly sourceKey: string | null;
  readonly createdAt: Date;
}

/** An event as its series shows it. */
export type Occurrence = Pick<EventRecord, 'id' | 'startAt' | 'isAllDay'>;

/** A series as a caller sees it. */
export interface SeriesView extends Pick<SeriesRecord, 'id' | 'rule' | 'isCancelled'> {
  readonly organizer: Pick<User, 'id' | 'name' | 'avatar'>;
  /** The caller's answer to the series. */
  readonly myRsvp: RsvpState;
  /** The first ones that the caller sees. */
  readonly events: readonly Occurrence[];
}

/** An answer to a series: `events` is the number of occurrences that it concerns. */
export interface SeriesRsvp {
  readonly myRsvp: RsvpState;
  readonly events: number;
}

/** An occurrence that a change of its series concerns. */
export interface AttachedOccurrence {
  readonly event: EventRecord;
  /** Whether it has an RSVP, a booking or a live invitation. */
  readonly hasGuests: boolean;
}
