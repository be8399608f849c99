import {
  type Attendance,
  attendances,
  draftDefaults,
  type EventDraft,
  type FieldFault,
  type Location,
  noPlace,
  type QuestionDraft,
  questionKinds,
} from '@event-platform/domain';
import { isCancelled } from './values/event-status.ts';
import { readInstant } from './values/instants.ts';
import { isObject, type JsonObject, textOf } from './values/json.ts';
import type { FaultyLine, ReadEvent } from './values/lines.ts';
import type { ReadingContext } from './values/reading-context.ts';
import { type SourceKeys, sourceKeys } from './values/source-key.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isAttendance = (value: unknown): value is Attendance =>
  attendances.some((attendance) => attendance === value);
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);
const isVisibility = (value: unknown): value is 'public' | 'private' =>
  value === 'public' || value === 'private';

/** The optional fields of a body by those of a draft. */
const optionalFields = {
  timeZone: 'timeZone',
  coverUrl: 'coverUrl',
  price: 'price',
  capacity: 'capacity',
  maxPerBooking: 'maxPerBooking',
  hasWaitlist: 'waitlist',
  visibility: 'visibility',
  template: 'template',
  enabledModules: 'enabledModules',
  rsvpUntil: 'rsvpUntil',
  attendance: 'attendance',
  onlineUrl: 'onlineUrl',
  questions: 'questions',
} as const satisfies Partial<Record<keyof EventDraft, string>>;

const omittedFields = (line: JsonObject): readonly (keyof EventDraft)[] =>
  (Object.keys(optionalFields) as (keyof typeof optionalFields)[]).filter(
    (field) => line[optionalFields[field]] === undefined,
  );

type BodyContext = Pick<ReadingContext, 'organizerId' | 'survey'>;

const keysOf = (
  line: JsonObject,
  { organizerId, survey: { isSharedUrl } }: BodyContext,
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
    start: (isText(line.startAt) ? readInstant(line.startAt) : null)?.toISOString(),
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
    if (isText(label) && kind && isTextList(options) && isBoolean(isRequired))
      return [{ id: null, label, kind, options, isRequired }];
    faults.push({ path: `/questions/${index}`, message: 'must be a question' });
    return [];
  });
};

/** Reads an event as `POST /v1/events` takes it; `url` or `@id`, if present, identifies it. */
export const readEventBody = (line: JsonObject, context: BodyContext): ReadEvent | FaultyLine => {
  const keys = keysOf(line, context);
  if (keys && isCancelled(line)) return { ...keys, draft: null };
  const faults: FieldFault[] = [];
  const take = <Value>(
    path: string,
    value: unknown,
    is: (value: unknown) => value is Value,
    what: string,
    fallback?: Value,
  ): Value => {
    if (is(value)) return value;
    if (value === undefined && fallback !== undefined) return fallback;
    faults.push({ path, message: `must be ${what}` });
    return fallback as Value;
  };
  const instant = (name: string): Date => {
    const value = line[name];
    const instant = isText(value) ? readInstant(value) : null;
    if (!instant)
      faults.push({ path: `/${name}`, message: 'must be a date and time with its offset (RFC 3339)' });
    return instant ?? new Date(0);
  };
  const deadline = (name: string): Date | null => ((line[name] ?? null) === null ? null : instant(name));
  const text = (name: string): string => take(`/${name}`, line[name], isText, 'a text');
  const orNull = <Value>(
    name: string,
    is: (value: unknown) => value is Value,
    what: string,
  ): Value | null => {
    const value = line[name] ?? null;
    return value === null ? null : take(`/${name}`, value, is, `${what} or null`);
  };
  const place = isObject(line.location) ? line.location : {};
  const attendance = take(
    '/attendance',
    line.attendance,
    isAttendance,
    `one of ${attendances.join(', ')}`,
    draftDefaults.attendance as Attendance,
  );
  const location: Location =
    attendance === 'online'
      ? noPlace
      : {
          address: take('/location/address', place.address, isText, 'a text'),
          lat: take('/location/lat', place.lat, isNumber, 'a number'),
          lng: take('/location/lng', place.lng, isNumber, 'a number'),
        };
  const draft = {
    title: text('title'),
    description: text('description'),
    startAt: instant('startAt'),
    endAt: instant('endAt'),
    location,
    timeZone: orNull('timeZone', isText, 'a text'),
    category: text('category'),
    coverUrl: orNull('coverUrl', isText, 'a text'),
    price: take('/price', line.price, isNumber, 'a number', draftDefaults.price as number),
    capacity: orNull('capacity', isNumber, 'a number'),
    maxPerBooking: take(
      '/maxPerBooking',
      line.maxPerBooking,
      isNumber,
      'a number',
      draftDefaults.maxPerBooking as number,
    ),
    hasWaitlist: take(
      '/waitlist',
      line.waitlist,
      isBoolean,
      'true or false',
      draftDefaults.hasWaitlist as boolean,
    ),
    rsvpUntil: deadline('rsvpUntil'),
    attendance,
    onlineUrl: orNull('onlineUrl', isText, 'a text'),
    visibility: take('/visibility', line.visibility, isVisibility, 'public or private', 'public' as const),
    template: take('/template', line.template, isText, 'a text', draftDefaults.template as string),
    questions: questionsOf(line.questions, faults),
    enabledModules: take('/enabledModules', line.enabledModules, isTextList, 'a list of texts', []),
  };
  if (faults.length > 0 || !keys) return { sourceKey: keys?.sourceKey, faults };
  return { ...keys, draft, omittedFields: omittedFields(line) };
};
