import {
  areWholeDays,
  draftDefaults,
  type EventDraft,
  eventFieldNames,
  type FieldFault,
  type Location,
  limits,
  noPlace,
  urlFaults,
} from '@event-platform/domain';
import { isCancelled, isPostponed, withPreviousStart } from '../values/event-status.ts';
import { addressOf, isObject, type JsonObject, listOf, numberOf, textOf } from '../values/json.ts';
import type { FaultyLine, ReadEvent } from '../values/lines.ts';
import { plainLine, plainLines } from '../values/plain-text.ts';
import type { ReadingContext } from '../values/reading-context.ts';
import { isLasting, sourceKeys } from '../values/source-key.ts';
import { onlineAttendanceOf, zoneOf } from './attendance.ts';
import { isEvent, schemaOrgCategory, topicsOf, typesOf } from './category.ts';
import { schemaOrgDescription } from './description.ts';
import { encodedUrl } from './encoded-url.ts';
import { placeOf, writtenAddress } from './place.ts';
import { priceOf } from './price.ts';
import { type Schedule, scheduleOf } from './schedule.ts';
import { tagsOf } from './tags.ts';
import { identifyingStart, type LineTimes, needsZone, type ReadTimes, timesOf } from './times.ts';

/** Whether a line is schema.org rather than a body of `POST /v1/events`. */
export const isSchemaOrg = (line: JsonObject): boolean =>
  line['@type'] !== undefined || line['@context'] !== undefined || line.startDate !== undefined;

/** The category of events whose kind says nothing; a migration creates it. */
const otherCategory = 'other';

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text);

const pictureOf = ({ image }: JsonObject): string | null => {
  for (const item of listOf(image)) {
    const url = isObject(item) ? (textOf(item.url) ?? textOf(item.contentUrl)) : textOf(item);
    if (url && isWebUrl(url)) return encodedUrl(url);
  }
  return null;
};

/** The offers of a value, and those within them (https://schema.org/AggregateOffer). */
const offersIn = (value: unknown): readonly JsonObject[] =>
  listOf(value)
    .filter(isObject)
    .flatMap((offer) => [offer, ...listOf(offer.offers).filter(isObject)]);

/** Where its source says more of it: at its own page, else where it is sold. One that cannot be shown keeps no event out. */
const sourceUrlOf = ({ url, offers }: JsonObject): string | null => {
  const urls = [url, ...offersIn(offers).map((offer) => offer.url)].map((value) =>
    encodedUrl(addressOf(value) ?? ''),
  );
  return urls.find((one) => urlFaults('', one).length === 0) ?? null;
};

const typeFaults = (line: JsonObject): readonly FieldFault[] =>
  typesOf(line).length === 0 || isEvent(line)
    ? []
    : [{ path: '/@type', message: 'must be Event or a kind of it' }];

const faultsIn = <Value>(value: Value | readonly FieldFault[]): readonly FieldFault[] =>
  Array.isArray(value) ? value : [];

/** The times at the place, from midnight to midnight whole days; days that its zone skipped are UTC days. */
const localTimes = (times: (timeZone: string) => ReadTimes, timeZone: string) => {
  const local = times(timeZone);
  const { isEndAssumed, ...span } = local.endAt > local.startAt ? local : times('UTC');
  return { span: { ...span, isAllDay: areWholeDays(span, timeZone) }, isEndAssumed };
};

/** The times of the first date; of a rule without one they never are valid. */
const scheduledTimes = ({ times }: Schedule): LineTimes => ({
  in: (timeZone) => times(timeZone) ?? { startAt: new Date(0), endAt: new Date(0), isEndAssumed: false },
  isLocal: true,
});

/** What schema.org has a word for; all else is left as the host has it. */
const wordsOfSchemaOrg = [
  'location',
  'coverUrl',
  'sourceUrl',
  'price',
  'isPriceKnown',
  'capacity',
  'attendance',
  'isAllDay',
  'onlineUrl',
  'tags',
];
const ownFields = eventFieldNames.filter(
  (field) => field in draftDefaults && !wordsOfSchemaOrg.includes(field),
);

/** The fields that a line says nothing of. */
const omittedFields = (
  line: JsonObject,
  hasCategory: boolean,
  hasPrice: boolean,
  hasSourceUrl: boolean,
): readonly (keyof EventDraft)[] => [
  ...ownFields,
  ...(hasCategory ? [] : (['category'] as const)),
  ...(textOf(line.description) === undefined ? (['description'] as const) : []),
  ...(line.image === undefined ? (['coverUrl'] as const) : []),
  ...(hasPrice ? [] : (['price', 'isPriceKnown'] as const)),
  ...(line.keywords === undefined ? (['tags'] as const) : []),
  ...(hasSourceUrl ? [] : (['sourceUrl'] as const)),
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

/** A text, a number or a PropertyValue (https://schema.org/identifier); of several the first that can last. */
const identifierOf = ({ identifier }: JsonObject): string | undefined => {
  const texts = listOf(identifier).map((item) => {
    const value = isObject(item) ? (item.value ?? item['@value'] ?? item['@id']) : item;
    const text = typeof value === 'number' ? String(value) : textOf(value);
    const scheme = isObject(item) ? textOf(item.propertyID) : undefined;
    return text !== undefined && isLasting(text) && scheme ? `${scheme} ${text}` : text;
  });
  return texts.find(isLasting);
};

/** The zone of an event's times. Online it is what the line names; at a place that of the place. */
const zoneIn = (
  line: JsonObject,
  { lat, lng }: Location,
  { timeZones, timeZone }: ReadingContext,
): string | null => {
  if (lat !== null && lng !== null) return timeZones.at(lat, lng);
  return zoneOf(line) ?? timeZone ?? null;
};

/** Reads an Event of schema.org in JSON-LD; one with a schedule is a series. */
export const readSchemaOrgEvent = (source: JsonObject, context: ReadingContext): ReadEvent | FaultyLine => {
  const { currency, organizerId, now, survey } = context;
  const schedule = scheduleOf(source);
  const line = withPreviousStart(schedule?.line ?? source);
  const title = nameOf(line);
  const url = addressOf(line.url);
  const keys = sourceKeys(
    {
      ...{ organizerId, url, id: textOf(line['@id']), identifier: identifierOf(line) },
      title: textOf(line.name),
      start: identifyingStart(line),
      address: writtenAddress(line.location),
    },
    url !== undefined && survey.isSharedUrl(url),
  );
  const faults = typeFaults(line);
  if (faults.length === 0 && keys && isCancelled(line)) return { ...keys, draft: null };
  if (faults.length === 0 && keys && isPostponed(line) && identifyingStart(line) === undefined)
    return { ...keys, draft: null, isPostponed: true };

  const times = schedule ? scheduledTimes(schedule) : timesOf(line);
  const online = onlineAttendanceOf(line);
  const location = online.attendance === 'online' ? noPlace : placeOf(line.location, context);
  const zone = 'lat' in location ? zoneIn(line, location, context) : null;
  const isZoneMissing = 'lat' in location && 'in' in times && times.isLocal && zone === null;
  if (
    faults.length > 0 ||
    !keys ||
    title === undefined ||
    !('in' in times) ||
    !('lat' in location) ||
    isZoneMissing
  )
    return {
      sourceKey: keys?.sourceKey,
      faults: [
        ...faults,
        ...(title === undefined ? [{ path: '/name', message: 'must not be blank' }] : []),
        ...faultsIn(times),
        ...faultsIn(location),
        ...(isZoneMissing ? [needsZone] : []),
      ],
    };

  const topics = topicsOf(line);
  const category = schemaOrgCategory(line);
  const sourceUrl = sourceUrlOf(line);
  const price = priceOf(line, currency, now);
  const { span, isEndAssumed } = localTimes(times.in, zone ?? 'UTC');
  return {
    ...keys,
    series: schedule ? { rule: schedule.rule, except: schedule.except } : undefined,
    omittedFields: omittedFields(line, category !== undefined, price !== null, sourceUrl !== null),
    isEndAssumed,
    isPostponed: isPostponed(line),
    draft: {
      ...draftDefaults,
      ...span,
      ...online,
      timeZone: online.attendance === 'online' ? (zone ?? 'UTC') : null,
      title,
      description: descriptionOf(line, topics),
      location,
      category: category ?? otherCategory,
      tags: tagsOf(topics),
      coverUrl: pictureOf(line),
      sourceUrl,
      price: price ?? 0,
      isPriceKnown: price !== null,
      capacity: numberOf(line.maximumAttendeeCapacity) || null,
    },
  };
};
