import {
  draftDefaults,
  type EventDraft,
  type FieldFault,
  type ImportedEvent,
  limits,
  noPlace,
} from '@event-platform/domain';
import { isCancelled } from '../event-status.ts';
import type { FaultyLine } from '../faulty-line.ts';
import { isObject, type JsonObject, listOf, numberOf, textOf } from '../json.ts';
import { plainLine, plainLines } from '../plain-text.ts';
import type { ReadingContext } from '../reading-context.ts';
import { sourceKeys } from '../source-key.ts';
import { otherCategory } from '../topic-category.ts';
import { onlineAttendanceOf, zoneOf } from './attendance.ts';
import { schemaOrgCategory, topicsOf, typesOf } from './category.ts';
import { schemaOrgDescription } from './description.ts';
import { encodedUrl } from './encoded-url.ts';
import { placeOf, writtenAddress } from './place.ts';
import { hasPrice, priceOf } from './price.ts';
import { type Schedule, scheduleOf } from './schedule.ts';
import { type EventTimes, identifyingStart, timesOf } from './times.ts';

const eventTypes = /(?:Event|Festival|Hackathon|EventSeries|CourseInstance)$/;

/** Whether a line is schema.org rather than a body of `POST /v1/events`. */
export const isSchemaOrg = (line: JsonObject): boolean =>
  line['@type'] !== undefined || line['@context'] !== undefined || line.startDate !== undefined;

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text);

const pictureOf = ({ image }: JsonObject): string | null => {
  for (const item of listOf(image)) {
    const url = isObject(item) ? (textOf(item.url) ?? textOf(item.contentUrl)) : textOf(item);
    if (url && isWebUrl(url)) return encodedUrl(url);
  }
  return null;
};

const typeFaults = (line: JsonObject): readonly FieldFault[] => {
  const types = typesOf(line);
  return types.length === 0 || types.some((type) => eventTypes.test(type))
    ? []
    : [{ path: '/@type', message: 'must be Event or a kind of it' }];
};

const faultsIn = <Value>(value: Value | readonly FieldFault[]): readonly FieldFault[] =>
  Array.isArray(value) ? value : [];

/** The times at the place; days that its zone skipped are UTC days. */
const localTimes = (times: (timeZone: string) => EventTimes, timeZone: string): EventTimes => {
  const local = times(timeZone);
  return local.endAt > local.startAt ? local : times('UTC');
};

/** The times of the first date; of a rule without one they never are valid. */
const scheduledTimes =
  ({ times }: Schedule) =>
  (timeZone: string): EventTimes =>
    times(timeZone) ?? { startAt: new Date(0), endAt: new Date(0) };

/** What schema.org has no word for. */
const ownFields = [
  'timeZone',
  'maxPerBooking',
  'hasWaitlist',
  'rsvpUntil',
  'questions',
  'visibility',
  'template',
  'enabledModules',
] as const satisfies readonly (keyof EventDraft)[];

/** The fields that a line says nothing of. */
const omittedFields = (line: JsonObject, hasCategory: boolean): readonly (keyof EventDraft)[] => [
  ...ownFields,
  ...(hasCategory ? [] : (['category'] as const)),
  ...(textOf(line.description) === undefined ? (['description'] as const) : []),
  ...(line.image === undefined ? (['coverUrl'] as const) : []),
  ...(hasPrice(line) ? [] : (['price'] as const)),
  ...(line.maximumAttendeeCapacity === undefined ? (['capacity'] as const) : []),
];

const nameOf = (line: JsonObject): string | undefined => {
  const name = textOf(line.name);
  return name && plainLine(name);
};

const descriptionOf = (line: JsonObject, topics: readonly string[]): string => {
  const description = textOf(line.description);
  return description === undefined
    ? schemaOrgDescription(line, topics).slice(0, limits.descriptionLength)
    : plainLines(description);
};

/** Reads an Event of schema.org in JSON-LD; one with a schedule is a series. */
export const readSchemaOrgEvent = (
  source: JsonObject,
  { currency, organizerId, timeZones }: ReadingContext,
): ImportedEvent | FaultyLine => {
  const schedule = scheduleOf(source);
  const line = schedule?.line ?? source;
  const title = nameOf(line);
  const keys = sourceKeys({
    organizerId,
    id: textOf(line['@id']),
    url: textOf(line.url),
    title: textOf(line.name),
    start: identifyingStart(line),
    address: writtenAddress(line.location),
  });
  const faults = typeFaults(line);
  if (faults.length === 0 && keys && isCancelled(line)) return { ...keys, draft: null };

  const times = schedule ? scheduledTimes(schedule) : timesOf(line);
  const online = onlineAttendanceOf(line);
  const location = online.attendance === 'online' ? noPlace : placeOf(line.location);
  // Without a place nothing tells its zone: what is published there is meant in UTC.
  const timeZone = online.attendance === 'online' ? (zoneOf(line) ?? 'UTC') : (schedule?.timeZone ?? null);
  const price = priceOf(line, currency);
  if (
    faults.length > 0 ||
    !keys ||
    title === undefined ||
    typeof times !== 'function' ||
    !('lat' in location) ||
    typeof price !== 'number'
  )
    return {
      sourceKey: keys?.sourceKey,
      faults: [
        ...faults,
        ...(title === undefined ? [{ path: '/name', message: 'must not be blank' }] : []),
        ...faultsIn(times),
        ...faultsIn(location),
        ...faultsIn(price),
      ],
    };

  const topics = topicsOf(line);
  const category = schemaOrgCategory(line, topics);
  return {
    ...keys,
    categoryName: category?.categoryName,
    series: schedule ? { rule: schedule.rule, except: schedule.except } : undefined,
    omittedFields: omittedFields(line, category !== null),
    draft: {
      ...draftDefaults,
      ...localTimes(times, timeZone ?? timeZones.at(location.lat ?? 0, location.lng ?? 0)),
      ...online,
      timeZone,
      title,
      description: descriptionOf(line, topics),
      location,
      category: category?.category ?? otherCategory,
      coverUrl: pictureOf(line),
      price,
      capacity: numberOf(line.maximumAttendeeCapacity) || null,
    },
  };
};
