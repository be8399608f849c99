import { draftDefaults, type FieldFault, type ImportedEvent, limits } from '@event-platform/domain';
import { isObject, type JsonObject, listOf, numberOf, textOf } from './json.ts';
import type { ReadingContext } from './reading-context.ts';
import { schemaOrgDescription } from './schema-org-description.ts';
import { placeOf } from './schema-org-place.ts';
import { priceOf } from './schema-org-price.ts';
import { type EventTimes, timesOf } from './schema-org-times.ts';
import { sourceKey } from './source-key.ts';
import { otherCategory, topicCategory } from './topic-category.ts';

const eventTypes = /(?:Event|Festival|Hackathon|EventSeries|CourseInstance)$/;

/** Whether a line is schema.org rather than a body of `POST /v1/events`. */
export const isSchemaOrg = (line: JsonObject): boolean =>
  line['@type'] !== undefined || line['@context'] !== undefined || line.startDate !== undefined;

/** The topics of an event, the main one first. */
export const topicsOf = ({ keywords }: JsonObject): readonly string[] =>
  listOf(keywords)
    .flatMap((item) => (isObject(item) ? (textOf(item.name) ?? []) : String(item).split(',')))
    .map((topic) => topic.trim())
    .filter((topic) => topic !== '');

const isWebUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** Percent-encodes what RFC 3986 does not allow: many published URLs hold other characters. */
const encodedUrl = (text: string): string =>
  (URL.canParse(text) ? new URL(text).href : text)
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .toWellFormed()
    .replaceAll(/[^\w.~!$&'()*+,;=:@/?#%-]/gu, encodeURIComponent);

const pictureOf = ({ image }: JsonObject): string | null => {
  for (const item of listOf(image)) {
    const url = isObject(item) ? (textOf(item.url) ?? textOf(item.contentUrl)) : textOf(item);
    if (url && isWebUrl(url)) return encodedUrl(url);
  }
  return null;
};

const typeFaults = (line: JsonObject): readonly FieldFault[] => {
  const types = listOf(line['@type']);
  if (types.length > 0 && !types.some((type) => eventTypes.test(String(type))))
    return [{ path: '/@type', message: 'must be Event or a kind of it' }];
  return String(line.eventStatus ?? '').endsWith('EventCancelled')
    ? [{ path: '/eventStatus', message: 'says that the event is cancelled' }]
    : [];
};

const faultsIn = <Value>(value: Value | readonly FieldFault[]): readonly FieldFault[] =>
  Array.isArray(value) ? value : [];

/** The times at the place; days that its zone skipped are UTC days. */
const localTimes = (times: (timeZone: string) => EventTimes, timeZone: string): EventTimes => {
  const local = times(timeZone);
  return local.endAt > local.startAt ? local : times('UTC');
};

/** Reads an Event of schema.org in JSON-LD. */
export const readSchemaOrgEvent = (
  line: JsonObject,
  { currency, organizerId, timeZones }: ReadingContext,
): ImportedEvent | readonly FieldFault[] => {
  const title = textOf(line.name);
  const times = timesOf(line);
  const location = placeOf(line.location);
  const price = priceOf(line, currency);
  if (title === undefined || typeof times !== 'function' || !('lat' in location) || typeof price !== 'number')
    return [
      ...typeFaults(line),
      ...(title === undefined ? [{ path: '/name', message: 'must not be blank' }] : []),
      ...faultsIn(times),
      ...faultsIn(location),
      ...faultsIn(price),
    ];
  const faults = typeFaults(line);
  if (faults.length > 0) return faults;

  const topics = topicsOf(line);
  const [topic] = topics;
  const { category, categoryName } = topic ? topicCategory(topic) : { category: otherCategory };
  // Of a calendar day its UTC start: a new release of the zones' boundaries changes no key.
  const start = times('UTC').startAt.toISOString();
  const id = textOf(line['@id']);
  const url = textOf(line.url);
  const key = id
    ? sourceKey('id', id, start)
    : url
      ? sourceKey('url', url, start, location.address)
      : sourceKey('event', organizerId, title, start, location.address);
  return {
    sourceKey: key,
    categoryName,
    draft: {
      ...draftDefaults,
      ...localTimes(times, timeZones.at(location.lat, location.lng)),
      title,
      description:
        textOf(line.description) ?? schemaOrgDescription(line, topics).slice(0, limits.descriptionLength),
      location,
      category,
      coverUrl: pictureOf(line),
      price,
      capacity: numberOf(line.maximumAttendeeCapacity) || null,
    },
  };
};
