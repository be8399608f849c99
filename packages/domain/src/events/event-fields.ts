import { limits } from '../limits.ts';
import { metadataFaults } from '../metadata.ts';
import { referredPicture } from '../pictures/picture.ts';
import type { FieldFault } from '../problem.ts';
import { textFaults } from '../text.ts';
import { urlFaults } from '../urls.ts';
import { type Attendance, attendances, type Location, noPlace } from './attendance.ts';
import {
  booleanFaults,
  capacityFaults,
  instantFaults,
  maxPerBookingFaults,
  modulesFaults,
  placeFaults,
  priceFaults,
  slugFaults,
  tagsFaults,
  timeZoneFaults,
  unless,
} from './field-checks.ts';
import { type QuestionDraft, questionsFaults } from './question.ts';
import { type Visibility, visibilities } from './visibility.ts';

/** Who is shown a field: whoever is shown the event, in lists already or with its detail alone; or as a rule of its own says. */
type Shown = 'lists' | 'detail' | 'apart';

/** What checks of other fields look at. */
interface Whole {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly attendance: Attendance;
  readonly price: number;
}

/** The faults of a value; its type is the field's. */
type Check<Value> = (value: Value, path: string, whole: Whole) => readonly FieldFault[];

/** A field that each draft has. */
const needed = <Value, const By extends Shown>(shown: By, faults: Check<Value>) => ({ shown, faults });

/** A field with a value for drafts without it. */
const optional = <Value, const By extends Shown>(
  shown: By,
  fallback: NoInfer<Value>,
  faults: Check<Value>,
) => ({ shown, fallback, faults });

/** Each field of an event that its organizer writes, in the order in which faults are told: all else of it follows from here. */
export const eventFields = {
  title: needed('lists', (title: string, path) => textFaults(path, title, { maxLength: limits.titleLength })),
  description: needed('lists', (description: string, path) =>
    textFaults(path, description, {
      maxLength: limits.descriptionLength,
      mayBeBlank: true,
      isMultiLine: true,
    }),
  ),
  startAt: needed('lists', instantFaults),
  endAt: needed('lists', (endAt: Date, path, { startAt }) => [
    ...instantFaults(endAt, path),
    ...unless(endAt > startAt, path, 'must be after startAt'),
  ]),
  /** Whether it is of whole days: then both are midnights of its zone. */
  isAllDay: optional('lists', false, booleanFaults),
  /** An online event has no place, whatever was given. */
  location: optional('lists', noPlace, (location: Location, path, { attendance }) => {
    if (attendance === 'online') return [];
    return isNowhere(location)
      ? [{ path, message: 'is needed unless attendance is online' }]
      : placeFaults(location, path);
  }),
  attendance: optional('lists', 'offline', (attendance: Attendance, path) =>
    unless(attendances.includes(attendance), path, `must be one of ${attendances.join(', ')}`),
  ),
  /** A secret of its guests; null where it is at a place alone. */
  onlineUrl: optional('apart', null, (onlineUrl: string | null, path, { attendance }) =>
    attendance === 'offline' ? [] : urlFaults(path, onlineUrl ?? '', { maxLength: 2_000, isHttps: true }),
  ),
  /** An IANA name; in a draft, null finds it from the location. */
  timeZone: optional('lists', null, (timeZone: string | null, path, { attendance }) =>
    timeZone === null && attendance === 'online'
      ? [{ path, message: 'must be given: an online event has no place' }]
      : timeZoneFaults(timeZone, path),
  ),
  /** The slug of its category. */
  category: needed('apart', slugFaults),
  /** An address of elsewhere or the reference of a picture; null means the service's default one. */
  coverUrl: optional('lists', null, (url: string | null, path) =>
    url === null || referredPicture(url) ? [] : urlFaults(path, url),
  ),
  /** Where its organizer or an import has it from: a page elsewhere that says more. */
  sourceUrl: optional('detail', null, (url: string | null, path) =>
    url === null ? [] : urlFaults(path, url),
  ),
  /** In the platform's currency with at most two decimals; 0 is free where it is known. */
  price: optional('apart', 0, priceFaults),
  /** Whether `price` says what it costs. */
  isPriceKnown: optional('lists', true, (isPriceKnown: boolean, path, { price }) => [
    ...booleanFaults(isPriceKnown, path),
    ...unless(isPriceKnown || price === 0, path, 'must be true with a price above 0'),
  ]),
  /** Bounds bookings; null is unlimited. */
  capacity: optional('lists', null, capacityFaults),
  /** The most seats of one booking. */
  maxPerBooking: optional('detail', 10, maxPerBookingFaults),
  /** Whether bookings that do not fit wait. */
  hasWaitlist: optional('detail', true, booleanFaults),
  /** When it stops to take answers; null: never. Later answers than those at the end are of no use. */
  rsvpUntil: optional('detail', null, (rsvpUntil: Date | null, path, { endAt }) =>
    rsvpUntil === null
      ? []
      : [
          ...instantFaults(rsvpUntil, path),
          ...unless(rsvpUntil <= endAt, path, 'must be null or an instant that is not after endAt'),
        ],
  ),
  visibility: optional('lists', 'public', (visibility: Visibility, path) =>
    unless(visibilities.includes(visibility), path, `must be one of ${visibilities.join(', ')}`),
  ),
  /** The slug of the page template that apps show the event with. */
  template: optional('detail', 'standard', slugFaults),
  enabledModules: optional('detail', [], modulesFaults),
  /** What it is about besides its category: each once, in the order of the organizer. */
  tags: optional('lists', [], tagsFaults),
  metadata: optional('lists', {}, metadataFaults),
  /** What it asks its guests. */
  questions: optional('apart', [], (questions: readonly QuestionDraft[]) => questionsFaults(questions)),
};

/** What stands for a location that was not given, too. */
const isNowhere = ({ address, lat, lng }: Location): boolean =>
  address === '' && lat === null && lng === null;

type Fields = typeof eventFields;
export type EventField = keyof Fields;

/** An event as its organizer writes it. */
export type EventDraft = {
  readonly [Name in EventField]: Fields[Name]['faults'] extends Check<infer Value> ? Value : never;
};

type OptionalField = {
  [Name in EventField]: Fields[Name] extends { readonly fallback: unknown } ? Name : never;
}[EventField];

type ShownIn<By extends Shown> = {
  [Name in EventField]: Fields[Name]['shown'] extends By ? Name : never;
}[EventField];

export const eventFieldNames = Object.keys(eventFields) as readonly EventField[];

const shownIn = <By extends Shown>(by: By): readonly ShownIn<By>[] =>
  eventFieldNames.filter((name): name is ShownIn<By> => eventFields[name].shown === by);

/** A record has all but these as a draft has them. */
const inOtherForm = ['price', 'timeZone', 'questions'] as const satisfies readonly EventField[];
export type StoredField = Exclude<EventField, (typeof inOtherForm)[number]>;

const isStored = (name: EventField): name is StoredField => inOtherForm.every((other) => other !== name);
/** What a record has as a draft has it. */
export const storedFields = eventFieldNames.filter(isStored);

/** What lists show as it is stored. */
export const listedFields = shownIn('lists');
/** What the detail shows besides. */
export const detailFields = shownIn('detail');
export type ListedField = (typeof listedFields)[number];
export type DetailField = (typeof detailFields)[number];

/** The values of the fields that a draft may leave out. */
export const draftDefaults = Object.fromEntries(
  Object.entries(eventFields).flatMap(([name, field]) =>
    'fallback' in field ? [[name, field.fallback]] : [],
  ),
) as Pick<EventDraft, OptionalField>;

/** These fields of an object alone. */
export const pickFields = <Source, Name extends keyof Source>(
  source: Source,
  fields: readonly Name[],
): Pick<Source, Name> => {
  const picked: Partial<Pick<Source, Name>> = {};
  for (const name of fields) picked[name] = source[name];
  return picked as Pick<Source, Name>;
};

/** The faults of a draft; an unknown category is found by the store, not here. */
export const draftFaults = (draft: EventDraft): readonly FieldFault[] =>
  eventFieldNames.flatMap((name) => faultsOf(name, draft));

const faultsOf = <Name extends EventField>(name: Name, draft: EventDraft): readonly FieldFault[] =>
  (eventFields[name].faults as Check<EventDraft[Name]>)(draft[name], `/${name}`, draft);
