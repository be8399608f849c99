import type {
  Category,
  EventRecord,
  EventSummary,
  Question,
  RsvpState,
  TakeDown,
  Visibility,
} from '@event-platform/domain';
import { toColumns, toFields } from '../columns.ts';
import type { Row } from '../database.ts';
import { questionsJson } from '../questions/questions-text.ts';
import type { StoredTakeDown } from './stored-take-down.ts';

/** The columns of an event that are the same in a record and in what lists show. */
const sharedNames = [
  ...(['id', 'title', 'description', 'cover_url', 'start_at', 'end_at', 'address', 'lat', 'lng'] as const),
  ...(['time_zone', 'attendance', 'price_minor', 'capacity', 'visibility', 'status', 'series_id'] as const),
  'is_detached',
] as const;

/** The other columns of a record that are written as they are read, but for `series_date`. */
const recordNames = [
  ...(['is_time_zone_given', 'max_per_booking', 'has_waitlist', 'rsvp_until', 'online_url'] as const),
  ...(['organizer_id', 'category', 'template', 'enabled_modules', 'sequence', 'source_key'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const;

const writtenNames = [...sharedNames, ...recordNames, 'series_date', 'is_live', 'words'] as const;

const ofEvent = (names: readonly string[]): string => names.map((name) => `e.${name}`).join(', ');

/** What the organizer chose, which is kept while the event is taken down. */
const visibilityOf = ({ visibility, take_down }: Pick<SummaryRow, 'visibility' | 'take_down'>) =>
  (take_down?.visibility ?? visibility) as Visibility;

const toTakeDown = (json: StoredTakeDown | null | undefined): TakeDown | null => {
  const cause = json?.own ?? json?.account;
  return cause ? { reason: cause.reason, at: new Date(cause.at) } : null;
};

/** The columns of a record of an event `e`: all but its words. */
export const recordColumns = `${ofEvent([...sharedNames, ...recordNames])}, e.take_down,
  e.series_date::text as series_date, ${questionsJson} as questions`;

export type EventRow = Pick<
  Row<'event'>,
  (typeof sharedNames | typeof recordNames)[number] | 'series_date' | 'take_down'
> & { readonly questions: readonly Question[] };

export const toEventRecord = ({
  lat,
  lng,
  address,
  series_id,
  series_date,
  is_detached,
  take_down,
  visibility,
  ...row
}: EventRow): EventRecord => ({
  ...toFields(row),
  location: { address, lat, lng },
  visibility: visibilityOf({ visibility, take_down }),
  takenDown: toTakeDown(take_down),
  series: series_id === null ? null : { id: series_id, isDetached: is_detached, date: series_date },
});

/** A record as a row in JSON, to be read by `json_populate_recordset`; each has the same columns in the same order. */
export const toEventJson = ({ location, series, ...event }: EventRecord, words: string) => {
  const columns = toColumns({
    ...event,
    ...location,
    seriesId: series?.id ?? null,
    seriesDate: series?.date ?? null,
    isDetached: series?.isDetached ?? false,
    isLive: event.endAt > event.updatedAt,
    words,
  });
  return Object.fromEntries(writtenNames.map((name) => [name, columns[name]])) as Pick<
    typeof columns,
    (typeof writtenNames)[number]
  >;
};

/** The columns of what lists of public events show of an event `e` with its category `c`. */
export const summaryColumns = `${ofEvent(sharedNames)}, c.slug, c.name, c.emoji`;

/** Instants are texts (ISO 8601) in rows that come as JSON; statements of public events leave `take_down` out. */
export type SummaryRow = Omit<Pick<Row<'event'>, (typeof sharedNames)[number]>, 'start_at' | 'end_at'> &
  Readonly<Record<'start_at' | 'end_at', Date | string>> &
  Partial<Pick<Row<'event'>, 'take_down'>> &
  Category;

export const toEventSummary = (row: SummaryRow): EventSummary => ({
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
  visibility: visibilityOf(row),
  status: row.status,
  takenDown: toTakeDown(row.take_down),
  series: row.series_id === null ? null : { id: row.series_id, isDetached: row.is_detached },
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
