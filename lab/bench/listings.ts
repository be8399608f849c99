// The index of what is listed by itself, without a service or a database: npm run bench:listings -- [--events 1000000]

import { parseArgs } from 'node:util';
import {
  type EventFilter,
  type EventId,
  type Listing,
  newListingIndex,
  type SearchDocument,
  searchDocument,
  type UserId,
} from '@event-platform/domain';
import { expandTypos, parseTextQuery } from '../../packages/domain/src/search/text-query.ts';
import { cities, pickCity, placeIn } from './dataset/cities.ts';
import { eventSeries, idOf, userSeries } from './dataset/dataset-ids.ts';
import { eventTags, tags } from './dataset/event-tags.ts';
import { eventText } from './dataset/event-text.ts';
import { type Random, randomFrom, weightedIndex, zipfWeights } from './dataset/random.ts';
import { vocabulary } from './dataset/words.ts';
import { searchText } from './scenarios/reads/search.ts';
import { placeInWholeCity } from './support/load/densest-city.ts';

const { values } = parseArgs({ options: { events: { type: 'string', default: '1000000' } } });
const count = Number(values.events);
const now = new Date('2026-06-01T12:00:00.000Z');
const hour = 3_600_000;
const year = 365 * 24 * hour;
const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);
const slugs = Array.from({ length: 20 }, (_, number) => `category-${number}`);

const eventIds = eventSeries(count, now);
const userIds = userSeries(count * 2, now);
const random = randomFrom(61);
const pickCategory = weightedIndex(zipfWeights(slugs.length));

/** An event that begins within a year, as those of the datasets. */
const anEvent = (number: number): readonly [Listing, SearchDocument] => {
  const city = pickCity(random);
  const category = slugs[pickCategory(random)] as string;
  const { title, description, address } = eventText(random, city);
  const place = placeIn(cities[city] as (typeof cities)[number], random);
  const startAt = now.getTime() + Math.floor(random.next() * year);
  const ownTags = eventTags(random);
  const listing: Listing = {
    id: idOf(eventIds, number) as EventId,
    startAt,
    endAt: startAt + (1 + random.below(30)) * hour,
    ...place,
    category,
    tags: ownTags,
    attendance: random.next() < 0.9 ? 'offline' : 'online',
    isFree: number % 2 === 0,
    organizer: idOf(userIds, random.below(count / 10)) as UserId,
    series: null,
  };
  return [
    listing,
    searchDocument({ title, description, location: { address }, tags: ownTags }, { name: category }),
  ];
};

/**
 * Processor time of this thread in milliseconds: what other programs take does not count. Exact to some milliseconds only.
 */
const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Of the heap and of arrays, and of the process. */
const megabytes = (): readonly number[] => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return [heapUsed + arrayBuffers, rss].map((bytes) => bytes / 2 ** 20);
};

const print = (line: string) => process.stdout.write(`${line}\n`);
const plain: EventFilter = {
  area: null,
  categories: null,
  endsAfter: now,
  isDated: false,
  recentSince: after(now, -24 * hour),
  startsBefore: null,
  text: null,
};
const page = { page: 1, limit: 20 };

const index = newListingIndex();
const before = megabytes();
let loading = 0;
const batchSize = 10_000;
for (let from = 0; from < count; from += batchSize) {
  const batch = Array.from({ length: batchSize }, (_, number) => anEvent(from + number));
  const before = spent();
  for (const event of batch) index.put(...event);
  loading += spent() - before;
}
const settling = spent();
index.find({ filter: plain, order: 'time', page });
index.similarWords('concert', 1);
print(
  `${count.toLocaleString('en')} events. Load: ${Math.round(loading)} ms, and the first list and word ${Math.round(spent() - settling)} ms`,
);
const [held, resident] = megabytes().map((after, index) => Math.round(after - (before[index] ?? 0)));
print(`Memory: ${held} MB in use, ${resident} MB of the process`);

/** Prints how long something takes, each time with other arguments. */
const measure = async (what: string, times: number, run: (random: Random) => unknown) => {
  const own = randomFrom(5);
  const millis: number[] = [];
  const before = spent();
  for (let time = 0; time < times; time += 1) {
    const from = performance.now();
    await run(own);
    millis.push(performance.now() - from);
  }
  const mean = (spent() - before) / times;
  millis.sort((one, other) => one - other);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => millis[Math.floor(share * (times - 1))] as number);
  print(`| ${what} | ${[p50, p95, p99, mean].map((value) => value?.toFixed(3)).join(' | ')} |`);
};

const find = (filter: Partial<EventFilter>, order: 'time' | 'relevance' = 'time', number = 1) =>
  index.find({ filter: { ...plain, ...filter }, order, page: { ...page, page: number } });
const area = (random: Random, radiusKm: number) => ({ ...placeInWholeCity(random), radiusKm });
const week = after(now, 7 * 24 * hour);
const search = (q: string, more: Partial<EventFilter> = {}) =>
  find({ text: parseTextQuery(q), ...more }, 'relevance');
const misspelt = (random: Random) => (vocabulary[random.below(300)] as string).replace(/.$/, 'x');

print('| what | p50 ms | p95 | p99 | mean, processor |\n|---|--:|--:|--:|--:|');
await measure('all, a page of the first ten', 2_000, (random) => find({}, 'time', 1 + random.below(10)));
await measure('all, page 500', 200, () => find({}, 'time', 500));
await measure('a category', 2_000, (random) => find({ categories: [slugs[random.below(20)] as string] }));
await measure('a category within a week', 1_000, (random) =>
  find({ categories: [slugs[random.below(20)] as string], startsBefore: week }),
);
await measure('a frequent tag', 2_000, (random) => find({ tags: [tags[random.below(10)] as string] }));
await measure('two of them', 2_000, (random) =>
  find({ tags: [tags[random.below(10)] as string, tags[10 + random.below(10)] as string] }),
);
await measure('two categories', 2_000, (random) =>
  find({ categories: [slugs[random.below(10)] as string, slugs[10 + random.below(10)] as string] }),
);
await measure('50 km, biggest tag', 300, (random) =>
  find({ area: area(random, 50), tags: tags.slice(0, 1) }),
);
await measure('all tags, counted', 20, () => index.tagCounts(now, 20_000));
await measure('online', 100, () => find({ attendance: ['online'] }));
await measure('50 km, densest city', 2_000, (random) => find({ area: area(random, 50) }));
await measure('50 km within a week', 1_000, (random) => find({ area: area(random, 50), startsBefore: week }));
await measure('50 km within half a year', 300, (random) =>
  find({ area: area(random, 50), startsBefore: after(now, year / 2) }),
);
await measure('50 km, biggest category', 300, (random) =>
  find({ area: area(random, 50), categories: [slugs[0] as string] }),
);
await measure('5 km', 1_000, (random) => find({ area: area(random, 5) }));
await measure('5,000 km', 100, (random) => find({ area: area(random, 5_000) }));
await measure('20,000 km', 50, (random) => find({ area: area(random, 20_000) }));
await measure('search mix', 2_000, (random) => search(searchText(random)));
await measure('a word of the ten most frequent', 200, (random) =>
  search(vocabulary[random.below(10)] as string),
);
await measure('two of them', 200, (random) =>
  search(`${vocabulary[random.below(10)]} ${vocabulary[random.below(10)]}`),
);
await measure('one of them, 50 km', 200, (random) =>
  search(vocabulary[random.below(10)] as string, { area: area(random, 50) }),
);
for (const letters of [1, 2, 3, 4])
  await measure(`the first ${letters} letter${letters > 1 ? 's' : ''} of a word`, 100, (random) =>
    search((vocabulary[random.below(200)] as string).slice(0, letters)),
  );
await measure('a word with a typo', 200, async (random) => {
  const text = await expandTypos(parseTextQuery(misspelt(random)), {
    similarWords: async (words, limit) => words.map((word) => index.similarWords(word, limit)),
  });
  return text && find({ text }, 'relevance');
});
await measure('the longest text of them', 20, async (random) => {
  const q = Array.from({ length: 20 }, () => misspelt(random)).join(' ');
  const text = await expandTypos(parseTextQuery(q), {
    similarWords: async (words, limit) => words.map((word) => index.similarWords(word, limit)),
  });
  return text && find({ text }, 'relevance');
});
const changes = Array.from({ length: batchSize }, () => anEvent(random.below(count)));
const change = () => index.put(...(changes[random.below(batchSize)] as (typeof changes)[number]));
await measure('a change, and a list', 1_000, () => {
  change();
  return find({});
});
await measure('1,000 changes, and a list', 20, () => {
  for (let number = 0; number < 1_000; number += 1) change();
  return find({});
});
