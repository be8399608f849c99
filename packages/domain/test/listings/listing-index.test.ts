import t from 'tap';
import {
  type PlainEvent,
  plainEvent,
  plainList,
  plainTagCounts,
} from '../../contracts/events/plain-lists.ts';
import {
  type Owners,
  type RandomNumbers,
  randomEvent,
  randomNumbers,
  randomQuery,
} from '../../contracts/events/random-lists.ts';
import { anyEvent, newId, now, someEvent } from '../../contracts/fixtures.ts';
import type { EventId, SeriesId, UserId } from '../../src/ids.ts';
import { isListed, type ListingQuery, listingOf } from '../../src/listings/listing.ts';
import { mayChangeList } from '../../src/listings/listing-change.ts';
import { newListingIndex } from '../../src/listings/listing-index.ts';
import { forgivesTypos, isOneTypoAway } from '../../src/search/typos.ts';
import { after, day, hour } from '../../src/time.ts';

const owners: Owners = {
  organizers: [newId<'user'>() as UserId, newId<'user'>() as UserId],
  series: newId<'series'>() as SeriesId,
};

/** The middles of dense areas. */
const cities = [
  { lat: 52.5, lng: 13.4 },
  { lat: -17, lng: 179.9 },
  { lat: 89.9, lng: 20 },
];

/** Most are in cities. */
const anEvent = (random: RandomNumbers): PlainEvent => {
  const changes = { ...randomEvent(random, owners), visibility: 'public' as const };
  const inCity = () => {
    const { lat, lng } = random.pick(cities);
    const east = lng + random.next() - 0.5;
    return {
      address: 'City',
      lat: Math.min(90, lat + random.next() - 0.5),
      lng: east > 180 ? east - 360 : east,
    };
  };
  const isInCity = random.chance(0.8) && changes.attendance !== 'online';
  return plainEvent(someEvent(changes.organizerId, { ...changes, ...(isInCity && { location: inCity() }) }));
};

/** As the contract asks, and in cities, and deep into lists. */
const aQuery = (random: RandomNumbers): ListingQuery => {
  const { filter, order, page } = randomQuery(random, owners);
  const { chance, next, pick, whole } = random;
  const pages = [page, { page: whole(1, 60), limit: 20 }, { page: 1, limit: 5_000 }];
  const endsAfter = after(now, whole(-60, 30) * hour);
  const dense = { ...anyEvent, endsAfter, recentSince: after(endsAfter, -day) };
  const { lat, lng } = pick(cities);
  const area = { lat: lat + next() / 10, lng, radiusKm: 1 + next() * 80 };
  const filters = [
    ...[
      filter,
      dense,
      { ...dense, area },
      { ...dense, area, categories: pick([['music'], ['music', 'food']]) },
    ],
    { ...dense, endsAfter: after(now, -60 * hour), tags: pick([['jazz'], ['jazz', 'rare'], ['unknown']]) },
  ];
  const narrow = { ...pick(filters), startsBefore: after(now, whole(-60, 60) * hour) };
  return { filter: chance(0.3) ? narrow : pick(filters), order, page: pick(pages) };
};

/** An index, and what it must know. */
const newModel = () => {
  const index = newListingIndex();
  const events = new Map<EventId, PlainEvent>();
  return {
    index,
    events,
    put: (plain: PlainEvent) => {
      index.put(listingOf(plain.event), plain.document);
      events.set(plain.event.id, plain);
    },
    remove: (id: EventId) => {
      index.remove(id);
      events.delete(id);
    },
    expire: (at: Date) => {
      index.expire(at);
      for (const [id, { event }] of events) if (event.endAt <= at) events.delete(id);
    },
    expected: ({ filter, order, page }: ListingQuery) => plainList([...events.values()], filter, order, page),
  };
};

const seed = Math.floor(Math.random() * 2 ** 31);

t.test('any list is as the plain model has it, after any changes', async (t) => {
  const random = randomNumbers(seed);
  const { events, expected, expire, index, put, remove } = newModel();
  const change = () => {
    const { event } = random.pick([...events.values()]);
    const kind = random.pick(['add', 'change', 'change', 'remove'] as const);
    if (kind === 'add') put(anEvent(random));
    else if (kind === 'remove') remove(event.id);
    else put(plainEvent({ ...anEvent(random).event, id: event.id }));
  };
  for (let count = 0; count < 1_500; count += 1) put(anEvent(random));
  for (let round = 0; round < 500; round += 1) {
    random.some(0, 12, change);
    if (round === 250) expire(after(now, -20 * hour));
    const query = aQuery(random);
    const [actual, wanted] = [index.find(query), expected(query)];
    if (JSON.stringify(actual) !== JSON.stringify(wanted))
      return void t.strictSame(actual, wanted, `round ${round}, seed ${seed}: ${JSON.stringify(query)}`);
    if (round % 50 === 0) {
      const { endsAfter } = query.filter;
      t.strictSame(
        index.tagCounts(endsAfter, 9),
        plainTagCounts([...events.values()], endsAfter),
        `seed ${seed}`,
      );
    }
  }
  t.ok(events.size > 500);
});

t.test('a list stays as it is unless a change may change it', async (t) => {
  const random = randomNumbers(seed);
  const { events, expected, index, put, remove } = newModel();
  for (let count = 0; count < 60; count += 1) put(anEvent(random));
  let unchanged = 0;
  for (let round = 0; round < 1_500; round += 1) {
    const query = aQuery(random);
    const wanted = expected(query);
    const kind = events.size === 0 ? 'add' : random.pick(['add', 'move', 'rename', 'remove'] as const);
    const event = kind === 'add' ? anEvent(random).event : random.pick([...events.values()]).event;
    const { id } = event;
    const before = index.placeOf(id);
    if (kind === 'add') put(plainEvent(event));
    else if (kind === 'move') put(plainEvent({ ...anEvent(random).event, id }));
    else if (kind === 'rename') put(plainEvent({ ...event, title: anEvent(random).event.title, tags: [] }));
    else remove(id);
    const change = { before, after: index.placeOf(id) };
    if (mayChangeList(query.filter, change)) continue;
    unchanged += 1;
    if (JSON.stringify(expected(query)) !== JSON.stringify(wanted))
      return void t.strictSame(expected(query), wanted, `seed ${seed}: ${JSON.stringify({ query, change })}`);
  }
  t.ok(unchanged > 300 && unchanged < 1_400, `${unchanged} lists stayed as they were, seed ${seed}`);
});

const page = { page: 1, limit: 9 };
const withText = (word: string, prefix: boolean): ListingQuery => ({
  filter: { ...anyEvent, text: [[{ word, prefix }]] },
  order: 'relevance',
  page,
});

t.test('lists show events that are public, scheduled and not taken down', async (t) => {
  const event = someEvent(owners.organizers[0] as UserId);
  t.equal(isListed(event), true);
  t.equal(isListed({ ...event, visibility: 'private' }), false);
  t.equal(isListed({ ...event, status: 'cancelled' }), false);
  t.equal(isListed({ ...event, takenDown: { reason: 'It sells watches.', at: now } }), false);
});

t.test('nothing is left of what goes', async (t) => {
  const { event, document } = plainEvent(someEvent(owners.organizers[0] as UserId, { title: 'Lonely' }));
  const index = newListingIndex();
  const total = () => index.find(withText('lonely', false)).total;
  t.equal(total(), 0, 'an empty index');
  index.remove(event.id);
  for (const _ of Array(500)) index.put(listingOf(event), document);
  t.equal(total(), 1);
  const byNobody = { ...anyEvent, organizer: newId<'user'>() as UserId };
  t.equal(index.find({ filter: byNobody, order: 'time', page }).total, 0);
  t.strictSame(index.similarWords('lonaly', 9), ['lonely']);
  index.remove(event.id);
  t.strictSame([total(), index.similarWords('lonaly', 9)], [0, []]);
  index.put(listingOf(event), document);
  index.expire(after(event.endAt, -1));
  t.equal(total(), 1, 'it has not ended');
  t.strictSame([index.count(), index.nextEnd(after(event.endAt, -1))], [1, event.endAt.getTime()]);
  t.equal(index.nextEnd(event.endAt), Number.POSITIVE_INFINITY);
  index.expire(event.endAt);
  t.strictSame([total(), index.count()], [0, 0]);
});

t.test('a word comes before those that it begins', async (t) => {
  for (const words of [
    ['lute', 'lutes'],
    ['lutes', 'lute'],
    ['lutes', 'luted', 'lute'],
  ]) {
    const index = newListingIndex();
    for (const word of words)
      index.put(listingOf(someEvent(owners.organizers[0] as UserId)), { title: [word], other: [] });
    t.strictSame(index.similarWords('lutex', 9), words.toSorted());
  }
});

t.test('words of what has changed are forgotten with it', async (t) => {
  const index = newListingIndex();
  const listing = listingOf(someEvent(owners.organizers[0] as UserId));
  for (let number = 0; number < 200; number += 1) {
    index.put(listing, { title: [`lute${String.fromCharCode(97 + (number % 26))}`], other: [] });
    t.equal(index.similarWords('lutes', 99).length, number % 26 === 18 ? 0 : 1);
  }
});

t.test('very many are put in order by and by', async (t) => {
  const index = newListingIndex();
  const listing = listingOf(someEvent(owners.organizers[0] as UserId));
  const count = 50_001;
  for (let number = 0; number < count; number += 1)
    index.put({ ...listing, id: newId<'event'>() as EventId }, { title: [], other: [] });
  t.equal(index.count(), count);
  t.equal(index.find({ filter: anyEvent, order: 'time', page }).total, count);
});

t.test('short beginnings of very many words are kept, and kept up', async (t) => {
  const index = newListingIndex();
  const add = (title: string, other: string) => {
    const event = someEvent(owners.organizers[0] as UserId);
    index.put(listingOf(event), { title: [title], other: [other] });
    return event.id;
  };
  const ids = Array.from({ length: 90 }, (_, number) => add(`ab${number % 7}`, 'x'));
  for (const time of ['first', 'second']) t.equal(index.find(withText('ab', true)).total, 90, time);
  t.equal(index.find(withText('a', true)).total, 90);
  index.remove(ids[0] as EventId);
  const other = add('x', 'abc');
  add('abd', 'x');
  for (let count = 0; count < 40; count += 1) add('ac', 'y');
  t.equal(index.find(withText('ab', true)).total, 91);
  t.equal(index.find(withText('a', true)).total, 131);
  const { ids: last } = index.find({ ...withText('ab', true), page: { page: 1, limit: 99 } });
  t.equal(last.at(-1), other, 'the one that has it not in the title');
});

t.test('words one typo away are those of the plain model', async (t) => {
  const random = randomNumbers(seed);
  // The last two are in another order by code unit.
  const letters = ['a', 'a', 'b', '🎪', '\uff42'];
  const aWord = () => random.some(3, 7, () => random.pick(letters)).join('');
  const words = random.some(300, 300, aWord);
  const index = newListingIndex();
  for (const word of words)
    index.put(listingOf(someEvent(owners.organizers[0] as UserId)), { title: [word], other: [] });
  const codePoints = (word: string) => word.replaceAll('🎪', '\uffff');
  for (const typed of ['', 'a', ...words.slice(0, 40), ...random.some(40, 40, aWord)]) {
    const similar = [...new Set(words)]
      .filter((word) => [...typed].length > 2 && forgivesTypos(word) && isOneTypoAway(word, typed))
      .sort((one, other) => (codePoints(one) < codePoints(other) ? -1 : 1));
    t.strictSame(index.similarWords(typed, 9), similar.slice(0, 9), `${typed}, seed ${seed}`);
  }
});
