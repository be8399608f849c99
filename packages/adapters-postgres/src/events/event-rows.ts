import type {
  Attendance,
  EventId,
  EventRecord,
  EventSummary,
  Question,
  RsvpState,
  SeriesId,
  TakeDown,
  UserId,
  Visibility,
} from '@event-platform/domain';
import { questionsJson } from '../questions/questions-text.ts';

/** The columns of an event `e` that are the same in a record and in what lists show. */
const sharedColumns = `e.id, e.title, e.description, e.cover_url, e.start_at, e.end_at, e.address, e.lat, e.lng, e.time_zone,
  e.attendance, e.price_minor, e.capacity, e.visibility, e.status, e.series_id, e.is_detached`;

/** A cause of a take-down; `at` is a text (ISO 8601). */
export interface StoredCause {
  readonly reason: string;
  readonly at: string;
}

/** What the organizer chose, and the causes that hold. */
export interface StoredTakeDown {
  readonly visibility: Visibility;
  readonly own?: StoredCause;
  readonly account?: StoredCause;
}

/** Instants are texts (ISO 8601) in rows that come as JSON. */
interface SharedRow {
  readonly id: EventId;
  readonly title: string;
  readonly description: string;
  readonly cover_url: string | null;
  readonly start_at: Date | string;
  readonly end_at: Date | string;
  readonly address: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly attendance: Attendance;
  readonly time_zone: string;
  readonly price_minor: number;
  readonly capacity: number | null;
  readonly visibility: Visibility | 'taken_down';
  readonly status: EventRecord['status'];
  readonly series_id: SeriesId | null;
  readonly is_detached: boolean;
  /** Left out by statements that read public events alone. */
  readonly take_down?: StoredTakeDown | null;
}

const toShared = (row: SharedRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  coverUrl: row.cover_url,
  startAt: new Date(row.start_at),
  endAt: new Date(row.end_at),
  location: { address: row.address, lat: row.lat, lng: row.lng },
  attendance: row.attendance,
  timeZone: row.time_zone,
  priceMinor: row.price_minor,
  capacity: row.capacity,
  // The constraint of the table: both or none.
  visibility: (row.take_down?.visibility ?? row.visibility) as Visibility,
  status: row.status,
  takenDown: toTakeDown(row.take_down),
  series: row.series_id === null ? null : { id: row.series_id, isDetached: row.is_detached },
});

const toTakeDown = (json: StoredTakeDown | null | undefined): TakeDown | null => {
  const cause = json?.own ?? json?.account;
  return cause ? { reason: cause.reason, at: new Date(cause.at) } : null;
};

/** The columns of a record of an event `e`: all but its words. */
export const recordColumns = `${sharedColumns}, e.is_time_zone_given, e.max_per_booking, e.has_waitlist, e.rsvp_until, e.online_url, ${questionsJson} as questions, e.organizer_id, e.category, e.template, e.enabled_modules,
  e.sequence, e.source_key, e.created_at, e.updated_at, e.take_down, e.series_date::text as series_date`;

export interface EventRow extends SharedRow {
  readonly max_per_booking: number;
  readonly has_waitlist: boolean;
  readonly rsvp_until: Date | null;
  readonly online_url: string | null;
  readonly questions: readonly Question[];
  readonly is_time_zone_given: boolean;
  readonly organizer_id: UserId;
  readonly category: string;
  readonly template: string;
  readonly enabled_modules: readonly string[];
  readonly sequence: number;
  readonly source_key: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly series_date: string | null;
}

export const toEventRecord = (row: EventRow): EventRecord => ({
  ...toShared(row),
  series:
    row.series_id === null ? null : { id: row.series_id, isDetached: row.is_detached, date: row.series_date },
  isTimeZoneGiven: row.is_time_zone_given,
  maxPerBooking: row.max_per_booking,
  hasWaitlist: row.has_waitlist,
  rsvpUntil: row.rsvp_until,
  onlineUrl: row.online_url,
  questions: row.questions,
  organizerId: row.organizer_id,
  category: row.category,
  template: row.template,
  enabledModules: row.enabled_modules,
  sequence: row.sequence,
  sourceKey: row.source_key,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A record as a row in JSON, to be read by `json_populate_recordset`. */
export const toEventJson = (
  event: EventRecord,
  words: string,
): Record<Exclude<keyof EventRow, 'take_down' | 'questions'> | 'is_live' | 'words', unknown> => ({
  id: event.id,
  organizer_id: event.organizerId,
  title: event.title,
  description: event.description,
  cover_url: event.coverUrl,
  start_at: event.startAt,
  end_at: event.endAt,
  address: event.location.address,
  lat: event.location.lat,
  lng: event.location.lng,
  time_zone: event.timeZone,
  is_time_zone_given: event.isTimeZoneGiven,
  category: event.category,
  price_minor: event.priceMinor,
  capacity: event.capacity,
  max_per_booking: event.maxPerBooking,
  has_waitlist: event.hasWaitlist,
  rsvp_until: event.rsvpUntil,
  attendance: event.attendance,
  online_url: event.onlineUrl,
  visibility: event.visibility,
  status: event.status,
  template: event.template,
  enabled_modules: event.enabledModules,
  sequence: event.sequence,
  source_key: event.sourceKey,
  series_id: event.series?.id ?? null,
  series_date: event.series?.date ?? null,
  is_detached: event.series?.isDetached ?? false,
  created_at: event.createdAt,
  updated_at: event.updatedAt,
  is_live: event.endAt > event.updatedAt,
  words,
});

/** The columns of what lists of public events show of an event `e` with its category `c`. */
export const summaryColumns = `${sharedColumns}, c.slug, c.name, c.emoji`;

export interface SummaryRow extends SharedRow {
  readonly slug: string;
  readonly name: string;
  readonly emoji: string;
}

export const toEventSummary = (row: SummaryRow): EventSummary => ({
  ...toShared(row),
  category: { slug: row.slug, name: row.name, emoji: row.emoji },
});

/** The same for an event that may be taken down. */
export const ownSummaryColumns = `${summaryColumns}, e.take_down`;

/** The count of an event and the caller's own RSVP and save. */
export interface InterestRow {
  readonly rsvp_count: number;
  readonly my_rsvp: RsvpState;
  readonly is_saved: boolean;
}

export const toInterest = (row: InterestRow) => ({
  rsvpCount: row.rsvp_count,
  myRsvp: row.my_rsvp,
  isSaved: row.is_saved,
});
