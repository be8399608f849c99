import type { EventId, SeriesId, UserId } from '../ids.ts';
import type { LocalDate } from '../local-time/local-instant.ts';
import type { User } from '../users/user.ts';
import type { OwnBooking } from './booking.ts';
import type { Category } from './category.ts';
import type { DetailField, EventDraft, ListedField, StoredField } from './event-fields.ts';
import type { Question } from './question.ts';
import type { RsvpState } from './rsvp.ts';
import type { Visibility } from './visibility.ts';

/** A postponed event has no date for now: `startAt` and `endAt` are those that no longer hold. */
export type EventStatus = 'scheduled' | 'postponed' | 'cancelled';

/** Why and since when an operator hides an event from all but its organizer. */
export interface TakeDown {
  /** The operator's words, which the organizer reads. */
  readonly reason: string;
  readonly at: Date;
}

/** The series that an event belongs to. */
export interface SeriesMembership {
  readonly id: SeriesId;
  /** Whether it was changed, cancelled or moved on its own: changes of the series leave it as it is. */
  readonly isDetached: boolean;
}

/** A stored event: what its organizer wrote, and what became of it. Instants are UTC with `endAt` after `startAt`. */
export interface EventRecord extends Pick<EventDraft, StoredField> {
  readonly id: EventId;
  readonly organizerId: UserId;
  /** The IANA name of its time zone. */
  readonly timeZone: string;
  /** Whether the organizer gave the zone. Otherwise it is that of the place and follows a moved event (ADR 0008). */
  readonly isTimeZoneGiven: boolean;
  /** In hundredths of the platform's currency; 0 is free where it is known. */
  readonly priceMinor: number;
  /** What it asks its guests. */
  readonly questions: readonly Question[];
  readonly status: EventStatus;
  /** Why it was cancelled, in its organizer's words; null where they did not say. */
  readonly cancelReason: string | null;
  /** Null unless it is taken down. */
  readonly takenDown: TakeDown | null;
  /** Null for an event on its own; `date` is the day of the rule that it is for, null once the rule has it no longer. */
  readonly series: (SeriesMembership & { readonly date: LocalDate | null }) | null;
  /** Rises with each change (RFC 5545 section 3.8.7.4). */
  readonly sequence: number;
  /** Where an imported event came from; at most one event has a given key. */
  readonly sourceKey: string | null;
  /** Whether that said at last that it is postponed. */
  readonly isPostponedAtSource: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type EventChanges = Partial<
  Omit<
    EventRecord,
    | 'id'
    | 'organizerId'
    | 'status'
    | 'cancelReason'
    | 'takenDown'
    | 'series'
    | 'sequence'
    | 'sourceKey'
    | 'createdAt'
    | 'updatedAt'
  > & { readonly status: Exclude<EventStatus, 'cancelled'> }
>;

/** The role of a caller who can see an event. */
export type Standing = 'organizer' | 'admin' | 'guest';

export interface EventAccess {
  readonly eventId: EventId;
  readonly organizerId: UserId;
  readonly standing: Standing;
  readonly visibility: Visibility;
  readonly status: EventStatus;
  /** Only its organizer sees such an event. */
  readonly isTakenDown: boolean;
  readonly endAt: Date;
  readonly enabledModules: readonly string[];
}

/** What lists show of an event to every caller. */
export interface EventSummary
  extends Pick<EventRecord, ListedField | 'id' | 'organizerId' | 'priceMinor' | 'status' | 'takenDown'> {
  readonly category: Category;
  readonly series: SeriesMembership | null;
}

/** Whose event it is; an erased account has no name. */
export type EventOrganizer = Pick<User, 'id' | 'name' | 'avatar'>;

/** The counts of an event, and the caller’s own RSVP and save: null and false without a caller. */
export interface EventInterest {
  /** RSVPs: the sum of the next two. */
  readonly rsvpCount: number;
  readonly goingCount: number;
  readonly interestedCount: number;
  /** The confirmed seats. */
  readonly bookedCount: number;
  /** The bookings on the waitlist, whose guests are going by their RSVPs, too. */
  readonly waitingCount: number;
  readonly myRsvp: RsvpState;
  readonly isSaved: boolean;
}

/**
 * One item of a list. A store may give the same `event` object to many callers for as long as nothing in it changes, so that
 * what is made of it can be cached by it.
 */
export interface ListedEvent extends EventInterest {
  readonly event: EventSummary;
  /** Like `event`. */
  readonly organizer: EventOrganizer;
  /** In a list that names each series once: how many later dates of it pass the filter. */
  readonly laterDates?: number | undefined;
}

/** Which of a user's events: those they organize or administer, have an RSVP to, or saved. */
export const myEventsRoles = ['organizing', 'going', 'interested', 'saved'] as const;
export type MyEventsRole = (typeof myEventsRoles)[number];

/** Those that have not ended or wait for a date, the soonest first; those that have, the latest first. */
export const myEventsTimes = ['upcoming', 'past'] as const;
export type MyEventsTime = (typeof myEventsTimes)[number];

export interface EventDetail
  extends EventSummary,
    EventInterest,
    Pick<EventRecord, DetailField | 'questions' | 'cancelReason' | 'sequence' | 'updatedAt'> {
  readonly organizer: EventOrganizer & Pick<User, 'createdAt'>;
  readonly myBooking: OwnBooking | null;
  /** What the caller manages it as. */
  readonly myRole: Exclude<Standing, 'guest'> | null;
  /** How many required questions the caller has not answered. */
  readonly missingAnswers: number;
  /** Null for callers who are not told. */
  readonly onlineUrl: string | null;
}

/** An event that search engines may list. */
export interface UpcomingEvent {
  readonly id: EventId;
  readonly updatedAt: Date;
}
