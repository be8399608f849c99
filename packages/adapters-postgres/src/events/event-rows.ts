import {
  type Category,
  type EventRecord,
  type EventSummary,
  type ListedField,
  listedFields,
  type Question,
  type RsvpState,
  type StoredField,
  storedFields,
  type TakeDown,
  type Visibility,
} from '@event-platform/domain';
import type { SnakeCase } from '@mikro-orm/postgresql';
import { columnName, toColumns, toFields } from '../columns.ts';
import type { Row } from '../database.ts';
import { questionsJson } from '../questions/questions-text.ts';
import type { StoredTakeDown } from './stored-take-down.ts';

/** The columns of fields: of each one, but that a place has three. */
export type ColumnOf<Field extends string> = Field extends 'location'
  ? 'address' | 'lat' | 'lng'
  : SnakeCase<Field>;

export const columnsOf = <Field extends string>(fields: readonly Field[]): readonly ColumnOf<Field>[] => {
  const columns: readonly unknown[] = fields.flatMap((field) =>
    field === 'location' ? ['address', 'lat', 'lng'] : [columnName(field)],
  );
  return columns as readonly ColumnOf<Field>[];
};

/** The columns of an event that are the same in a record and in what lists show. */
const sharedNames = [
  ...columnsOf(listedFields),
  ...(['id', 'organizer_id', 'price_minor', 'status', 'series_id', 'is_detached'] as const),
];

/** The other columns of a record that are written as they are read, but for `series_date`. */
const ownNames = [
  ...(['is_time_zone_given', 'sequence', 'source_key', 'is_postponed_at_source'] as const),
  'cancel_reason' as const,
  ...(['created_at', 'updated_at'] as const),
];
type RecordName = ColumnOf<StoredField> | (typeof sharedNames | typeof ownNames)[number];
const recordNames: readonly RecordName[] = [
  ...new Set([...sharedNames, ...columnsOf(storedFields), ...ownNames]),
];

const writtenNames = [...recordNames, ...(['series_date', 'is_live', 'words'] as const)];

export const ofEvent = (names: readonly string[]): string => names.map((name) => `e.${name}`).join(', ');

/** What the organizer chose, which is kept while the event is taken down. */
const visibilityOf = ({ visibility, take_down }: Pick<SummaryRow, 'visibility' | 'take_down'>) =>
  (take_down?.visibility ?? visibility) as Visibility;

const toTakeDown = (json: StoredTakeDown | null | undefined): TakeDown | null => {
  const cause = json?.own ?? json?.account;
  return cause ? { reason: cause.reason, at: new Date(cause.at) } : null;
};

/** The columns of a record of an event `e`: all but its words. */
export const recordColumns = `${ofEvent(recordNames)}, e.take_down,
  e.series_date::text as series_date, ${questionsJson} as questions`;

export type EventRow = Pick<Row<'event'>, RecordName | 'series_date' | 'take_down'> & {
  readonly questions: readonly Question[];
};

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

/** Values of JSON: instants are texts (ISO 8601). */
export type Json<Value> = {
  readonly [Field in keyof Value]: Value[Field] extends Date
    ? string
    : Date extends Value[Field]
      ? string | null
      : Value[Field];
};

/** Values of rows that may come as JSON. */
type Read<Value> = {
  readonly [Field in keyof Value]: Date extends Value[Field] ? Value[Field] | string : Value[Field];
};

/** Statements of public events leave `take_down` out. */
export type SummaryRow = Read<Pick<Row<'event'>, (typeof sharedNames)[number]>> &
  Partial<Pick<Row<'event'>, 'take_down'>> &
  Category;

type Column = Exclude<StoredField | ListedField, 'location'>;
type InstantField = { [Field in Column]: Date extends EventRecord[Field] ? Field : never }[Column];

/** What is read as an instant where rows are JSON. */
const instants: Readonly<Record<InstantField, true>> = { startAt: true, endAt: true, rsvpUntil: true };

const instantOf = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

/** The fields that are columns of their own, from a row that may be JSON. */
export const readFields = <Field extends Column>(
  fields: readonly Field[],
  row: Readonly<Record<ColumnOf<Field>, unknown>>,
): Pick<EventRecord, Field> => {
  const read: Partial<Record<Field, unknown>> = {};
  for (const field of fields) {
    const value = row[columnName(field) as ColumnOf<Field>];
    read[field] = field in instants ? instantOf(value as Date | string | null) : value;
  }
  return read as Pick<EventRecord, Field>;
};

const plainFields = listedFields.filter((field) => field !== 'location');

export const toEventSummary = (row: SummaryRow): EventSummary => ({
  ...readFields(plainFields, row),
  id: row.id,
  organizerId: row.organizer_id,
  location: { address: row.address, lat: row.lat, lng: row.lng },
  priceMinor: row.price_minor,
  visibility: visibilityOf(row),
  status: row.status,
  takenDown: toTakeDown(row.take_down),
  series: row.series_id === null ? null : { id: row.series_id, isDetached: row.is_detached },
  category: { slug: row.slug, name: row.name, emoji: row.emoji },
});

/** The same for an event that may be taken down. */
export const ownSummaryColumns = `${summaryColumns}, e.take_down`;

/** The counts of an event and the caller’s own RSVP and save. */
export interface InterestRow {
  readonly going: number;
  readonly interested: number;
  readonly booked: number;
  readonly waiting: number;
  readonly my_rsvp: RsvpState;
  readonly is_saved: boolean;
}

export const toInterest = (row: InterestRow) => ({
  rsvpCount: row.going + row.interested,
  goingCount: row.going,
  interestedCount: row.interested,
  bookedCount: row.booked,
  waitingCount: row.waiting,
  myRsvp: row.my_rsvp,
  isSaved: row.is_saved,
});
