import {
  areWholeDays,
  attendances,
  draftDefaults,
  draftFaults,
  type EventDraft,
  type EventField,
  eventFieldNames,
  type FieldFault,
  isTimeZone,
  noPlace,
  type QuestionDraft,
  questionKinds,
} from '@event-platform/domain';
import { usualCoordinates } from './schema-org/place.ts';
import { identifyingStart, needsZone, type ReadTimes, timesOf } from './schema-org/times.ts';
import { isCancelled, isPostponed } from './values/event-status.ts';
import { readTime } from './values/instants.ts';
import { isObject, type JsonObject, textOf } from './values/json.ts';
import type { FaultyLine, ReadEvent } from './values/lines.ts';
import type { ReadingContext } from './values/reading-context.ts';
import { type SourceKeys, sourceKeys } from './values/source-key.ts';

/** What a value must be. */
interface Kind<Value> {
  readonly is: (value: unknown) => value is Value;
  readonly what: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const text: Kind<string> = { is: isText, what: 'a text' };
const flag: Kind<boolean> = { is: (value) => typeof value === 'boolean', what: 'true or false' };
const number: Kind<number> = { is: (value) => typeof value === 'number', what: 'a number' };
const texts: Kind<readonly string[]> = {
  is: (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
  what: 'a list of texts',
};
const textsByName: Kind<Readonly<Record<string, string>>> = {
  is: (value): value is Readonly<Record<string, string>> => isObject(value) && texts.is(Object.values(value)),
  what: 'an object of texts',
};
const orNull = <Value>({ is, what }: Kind<Value>): Kind<Value | null> => ({
  is: (value): value is Value | null => value === null || is(value),
  what: `${what} or null`,
});
const oneOf = <Value>(values: readonly Value[], what: string): Kind<Value> => ({
  is: (value): value is Value => values.some((one) => one === value),
  what,
});

/** Those of a draft's fields that are a value of a line. */
type PlainField = Exclude<EventField, 'startAt' | 'endAt' | 'location' | 'rsvpUntil' | 'questions'>;

const kinds: { readonly [Name in PlainField]: Kind<EventDraft[Name]> } = {
  title: text,
  description: text,
  category: text,
  isAllDay: flag,
  timeZone: orNull(text),
  coverUrl: orNull(text),
  sourceUrl: orNull(text),
  price: number,
  isPriceKnown: flag,
  capacity: orNull(number),
  maxPerBooking: number,
  hasWaitlist: flag,
  attendance: oneOf(attendances, `one of ${attendances.join(', ')}`),
  onlineUrl: orNull(text),
  visibility: oneOf(['public', 'private'], 'public or private'),
  template: text,
  enabledModules: texts,
  tags: texts,
  metadata: textsByName,
};

const nameIn = (field: EventField): string => (field === 'hasWaitlist' ? 'waitlist' : field);

const tellsPrice = ({ price, isPriceKnown }: JsonObject): boolean =>
  price !== undefined || isPriceKnown !== undefined;

/** Optional fields that a line says nothing of; a place is never left as it is, times tell whether they are days, and price and knowledge of it go together. */
const omittedFields = (line: JsonObject): readonly EventField[] =>
  eventFieldNames.filter((field) => {
    if (field === 'price' || field === 'isPriceKnown') return !tellsPrice(line);
    if (field === 'isAllDay') return false;
    return field in draftDefaults && field !== 'location' && line[nameIn(field)] === undefined;
  });

type BodyContext = Pick<ReadingContext, 'organizerId' | 'survey' | 'timeZones' | 'timeZone' | 'place'>;

const keysOf = (
  line: JsonObject,
  { organizerId, survey: { isSharedUrl } }: Pick<BodyContext, 'organizerId' | 'survey'>,
): SourceKeys | null => {
  const place = isObject(line.location) ? line.location : {};
  const id = textOf(line['@id']);
  const address = isText(place.address) ? place.address : '';
  const url = textOf(line.url);
  const identity = {
    organizerId,
    id,
    url,
    title: textOf(line.title),
    start: identifyingStart({ startDate: line.startAt }),
    address: id || url ? address : address.trim(),
  };
  return sourceKeys(identity, url !== undefined && isSharedUrl(url));
};

/** Questions of a body; ids are given here, and those of elsewhere are none. */
const questionsOf = (value: unknown, faults: FieldFault[]): readonly QuestionDraft[] => {
  if (value === undefined) return [];
  const list = Array.isArray(value) ? value : [null];
  return list.flatMap((item: unknown, index): QuestionDraft[] => {
    const question = isObject(item) ? item : {};
    const { label, options = [], isRequired = false } = question;
    const kind = questionKinds.find((name) => name === question.kind);
    if (isText(label) && kind && texts.is(options) && flag.is(isRequired))
      return [{ id: null, label, kind, options, isRequired }];
    faults.push({ path: `/questions/${index}`, message: 'must be a question' });
    return [];
  });
};

/** The zone of a body: the one that it names, else that of its place, else that of the whole file. */
const zoneOfBody = (line: JsonObject, { timeZones, timeZone }: BodyContext): string | null => {
  if (isText(line.timeZone) && isTimeZone(line.timeZone)) return line.timeZone;
  const { lat, lng } = isObject(line.location) ? line.location : {};
  const isAtPlace = line.attendance !== 'online' && number.is(lat) && number.is(lng);
  if (isAtPlace && Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return timeZones.at(lat, lng);
  return timeZone ?? null;
};

const noTimes: ReadTimes = { startAt: new Date(0), endAt: new Date(0), isEndAssumed: false };

/** The times of a body, read as those of schema.org are. */
const timesOfBody = (line: JsonObject, zone: string | null, faults: FieldFault[]): ReadTimes => {
  const { startAt: startDate, endAt: endDate = null, duration } = line;
  const times = timesOf({ startDate, endDate, duration });
  if (endDate !== null && !isText(endDate))
    faults.push({ path: '/endAt', message: 'must be a date or a text' });
  if ('in' in times && (zone !== null || !times.isLocal)) return times.in(zone ?? 'UTC');
  if ('in' in times) faults.push({ ...needsZone, path: '/startAt' });
  else faults.push(...times.map((fault) => ({ ...fault, path: fault.path.replace('Date', 'At') })));
  return noTimes;
};

/** As `POST /v1/events` has it. What is wrong with other fields is told later. */
const wholeDayFaults = (draft: EventDraft, { timeZones }: BodyContext): readonly FieldFault[] => {
  if (!draft.isAllDay || draftFaults(draft).length > 0) return [];
  const { lat, lng } = draft.location;
  const zone = draft.timeZone ?? timeZones.at(lat as number, lng as number);
  return areWholeDays(draft, zone)
    ? []
    : [{ path: '/isAllDay', message: `must be false unless startAt and endAt are midnights in ${zone}` }];
};

/** The place of a body, which may be a text, and without coordinates. */
const placeOfBody = ({ location }: JsonObject, context: BodyContext): JsonObject => {
  const place = isText(location) ? { address: location } : isObject(location) ? location : {};
  if (!isText(place.address) || place.lat !== undefined || place.lng !== undefined) return place;
  return { ...place, ...usualCoordinates(place.address, context) };
};

/** Reads an event as `POST /v1/events` takes it; `url` or `@id`, if present, identifies it. With a `rule` it is a series. */
export const readEventBody = (body: JsonObject, context: BodyContext): ReadEvent | FaultyLine => {
  const place = placeOfBody(body, context);
  const line: JsonObject = { ...body, location: place };
  const keys = keysOf(line, context);
  if (keys && isCancelled(line)) return { ...keys, draft: null };
  const faults: FieldFault[] = [];
  const take = <Value>(path: string, value: unknown, { is, what }: Kind<Value>): Value => {
    if (!is(value)) faults.push({ path, message: `must be ${what}` });
    return value as Value;
  };
  const zone = zoneOfBody(line, context);
  const { isEndAssumed, ...span } = timesOfBody(line, zone, faults);
  const defaults = {
    ...draftDefaults,
    isPriceKnown: tellsPrice(line),
    isAllDay: areWholeDays(span, zone ?? 'UTC'),
  };
  const field = <Name extends PlainField>(name: Name): EventDraft[Name] => {
    const given = line[nameIn(name)];
    const value = given === undefined ? (defaults as Partial<EventDraft>)[name] : given;
    return take<EventDraft[Name]>(`/${nameIn(name)}`, value, kinds[name]);
  };
  const deadline = (value: unknown): Date | null => {
    if ((value ?? null) === null) return null;
    const time = isText(value) ? readTime(value) : null;
    if (!time) faults.push({ path: '/rsvpUntil', message: 'must be a date and time' });
    return time?.start(zone ?? 'UTC') ?? null;
  };
  const plain = Object.fromEntries(
    (Object.keys(kinds) as readonly PlainField[]).map((name) => [name, field(name)]),
  ) as Pick<EventDraft, PlainField>;
  const draft: EventDraft = {
    ...plain,
    ...span,
    rsvpUntil: deadline(line.rsvpUntil),
    location:
      plain.attendance === 'online'
        ? noPlace
        : {
            address: take('/location/address', place.address, text),
            lat: take('/location/lat', place.lat, number),
            lng: take('/location/lng', place.lng, number),
          },
    questions: questionsOf(line.questions, faults),
  };
  if (faults.length === 0) faults.push(...wholeDayFaults(draft, context));
  if (faults.length > 0 || !keys) return { sourceKey: keys?.sourceKey, faults };
  const series = isText(line.rule) ? { rule: line.rule, except: [] } : undefined;
  return {
    ...keys,
    ...{ draft, series, isEndAssumed, isPostponed: isPostponed(line), omittedFields: omittedFields(line) },
  };
};
