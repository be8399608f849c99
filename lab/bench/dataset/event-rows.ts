import { type Category, searchDocument } from '@event-platform/domain';
import { toWordsVector } from '../../../packages/adapters-postgres/src/search/tsquery.ts';
import { cities, pickCity, placeIn } from './cities.ts';
import { toLine } from './copy-rows.ts';
import { type IdSeries, idOf, momentOf } from './dataset-ids.ts';
import { eventTags } from './event-tags.ts';
import { eventText } from './event-text.ts';
import { type Random, randomFrom, weightedIndex, zipfWeights } from './random.ts';
import { isOccurrence, seriesOf } from './series-rows.ts';

export const eventColumns = [
  'id',
  'organizer_id',
  'title',
  'description',
  'cover_url',
  'start_at',
  'end_at',
  'address',
  'lat',
  'lng',
  'time_zone',
  'is_time_zone_given',
  'category',
  'price_minor',
  'capacity',
  'visibility',
  'status',
  'template',
  'enabled_modules',
  'tags',
  'sequence',
  'created_at',
  'updated_at',
  'words',
  'is_live',
  'series_id',
  'series_date',
] as const;

/** The source of event rows. */
export interface EventSource {
  readonly events: number;
  readonly hasSeries: boolean;
  readonly users: number;
  readonly eventIds: IdSeries;
  readonly userIds: IdSeries;
  /** The middle of the two years in which events begin. */
  readonly at: Date;
  /** The most frequent first. */
  readonly categories: readonly Pick<Category, 'slug' | 'name'>[];
}

const seed = 61;
const tagSeed = 62;
const hourMs = 3_600_000;
const yearMs = 365 * 24 * hourMs;
const quarterMs = hourMs / 4;
/** One event in this many is private or cancelled, by its number, so that random picks can skip these. */
export const hiddenEvery = 10;
const privateShare = 0.6;
/** One person in this many organizes events, some of them many. */
const organizersOneIn = 20;

/** Mostly some hours, sometimes a day, rarely several days; in milliseconds. */
const durationOf = (random: Random): number => {
  const kind = random.next();
  const hours =
    kind < 0.87 ? 1 + random.next() * 5 : kind < 0.97 ? 6 + random.next() * 24 : 30 + random.next() * 300;
  return Math.ceil((hours * hourMs) / quarterMs) * quarterMs;
};

/** The zone of a place at sea: finding those of a million places on land would take minutes. */
const nauticalZone = (lng: number): string => {
  const hours = Math.round(lng / 15);
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
};

/** All events in the order of their ids. */
export function* eventLines(source: EventSource): Generator<string> {
  const { events, hasSeries, users, eventIds, userIds, at, categories } = source;
  const random = randomFrom(seed);
  const tagRandom = randomFrom(tagSeed);
  const pickCategory = weightedIndex(zipfWeights(categories.length));
  const organizers = Math.ceil(users / organizersOneIn);
  for (let number = 0; number < events; number += 1) {
    const city = pickCity(random);
    const category = categories[pickCategory(random)] as (typeof categories)[number];
    const { title, description, address } = eventText(random, city);
    const place = placeIn(cities[city] as (typeof cities)[number], random);
    const startAt = Math.round((at.getTime() + (random.next() * 2 - 1) * yearMs) / quarterMs) * quarterMs;
    const tags = eventTags(tagRandom);
    const document = searchDocument({ title, description, location: { address, ...place }, tags }, category);
    const isHidden = number % hiddenEvery === 0;
    const isPrivate = random.next() < privateShare;
    const endAt = startAt + durationOf(random);
    const createdAt = new Date(momentOf(eventIds, number)).toISOString();
    yield toLine([
      idOf(eventIds, number),
      idOf(userIds, Math.floor(random.next() ** 2 * organizers) * organizersOneIn),
      title,
      description,
      random.next() < 0.7 ? `https://images.example/events/${number}.jpg` : null,
      new Date(startAt).toISOString(),
      new Date(endAt).toISOString(),
      address,
      place.lat,
      place.lng,
      nauticalZone(place.lng),
      'f',
      category.slug,
      random.next() < 0.4 ? 0 : random.below(100) * 100 + 50,
      random.next() < 0.5 ? null : 10 + random.below(2_000),
      isHidden && isPrivate ? 'private' : 'public',
      isHidden && !isPrivate ? 'cancelled' : 'scheduled',
      'standard',
      random.next() < 0.2 ? '{bringList}' : '{}',
      `{${tags.join(',')}}`,
      0,
      createdAt,
      createdAt,
      toWordsVector(document),
      // The state after a sweep: sweeping a million events would leave dead rows.
      isHidden || endAt > at.getTime() ? 't' : 'f',
      ...(hasSeries && isOccurrence(number) ? seriesOf(number) : [null, null]),
    ]);
  }
}
