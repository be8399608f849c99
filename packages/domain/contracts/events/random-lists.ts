import { noPlace } from '../../src/events/attendance.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { EventFilter, ListOrder } from '../../src/events/lists/event-filter.ts';
import type { ListPage, ListPosition } from '../../src/events/lists/list-position.ts';
import type { EventId, SeriesId, UserId } from '../../src/ids.ts';
import { wordsOf } from '../../src/search/fold.ts';
import type { Term } from '../../src/search/text-query.ts';
import { after, hour } from '../../src/time.ts';
import { now } from '../fixtures.ts';

/** Numbers that look random and are the same again for the same seed (mulberry32, by Tommy Ettinger). */
export const randomNumbers = (seed: number) => {
  let state = seed;
  /** From 0 up to 1. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number, both ends included. */
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <Value>(values: readonly Value[]): Value => values[whole(0, values.length - 1)] as Value;
  return {
    next,
    whole,
    pick,
    chance: (share: number): boolean => next() < share,
    some: <Value>(least: number, most: number, make: () => Value): Value[] =>
      Array.from({ length: whole(least, most) }, make),
  };
};

export type RandomNumbers = ReturnType<typeof randomNumbers>;

/** The people and the series whose events are asked for. */
export interface Owners {
  readonly organizers: readonly UserId[];
  readonly series: SeriesId;
}

/** A list as it is asked for. */
export interface ListQuery {
  readonly filter: EventFilter;
  readonly order: ListOrder;
  readonly caller: UserId | null;
  readonly page: ListPage;
}

/** `mar` begins several of them, `ja` few. */
const words = 'jazz Jazzy łódź Київ 東京 ball o’clock market marked marble marina marsh'.split(' ');
const categories = ['music', 'tech'];
const categorySets = [['music'], ['tech'], ['unknown'], [''], ['music', 'tech'], ['tech', 'unknown']];
const tags = ['jazz', 'open-air', 'rare'];
const tagSets = [['jazz'], ['open-air'], ['unknown'], ['jazz', 'open-air'], ['jazz', 'rare', 'unknown']];
const attendanceSets = [['online'], ['offline', 'mixed'], ['online', 'mixed']] as const;
/** Where longitudes begin again, the poles, and where both are zero. */
const edges = [-180, -179.99, 179.99, 180, 0, -0.001, 90, -90, 45];
const radii = [0.001, 50, 5_000, 10_007.6, 20_037, 20_038];

const inHours = (hours: number): Date => after(now, hours * hour);

const randomPlace = ({ chance, next, pick }: RandomNumbers) => ({
  lat: chance(0.3) ? pick(edges.filter((degrees) => Math.abs(degrees) <= 90)) : next() * 180 - 90,
  lng: chance(0.3) ? pick(edges) : next() * 360 - 180,
});

/** What an event may be changed to. */
export const randomChanges = (random: RandomNumbers) => {
  const { pick, some, whole, chance } = random;
  const phrase = () => some(1, 3, () => pick(words)).join(' ');
  const attendance = pick(['offline', 'offline', 'mixed', 'online'] as const);
  const start = whole(-60, 60);
  return {
    title: phrase(),
    description: phrase(),
    location: attendance === 'online' ? noPlace : { address: 'Somewhere', ...randomPlace(random) },
    attendance,
    onlineUrl: attendance === 'offline' ? null : 'https://meet.example/room',
    startAt: inHours(start),
    endAt: inHours(start + whole(1, 50)),
    category: pick(categories),
    priceMinor: pick([0, 0, 1_200]),
    isPriceKnown: chance(0.7),
    tags: tags.filter((_, index) => chance(0.5 / (index + 1))),
    visibility: chance(0.75) ? 'public' : 'private',
  } satisfies Partial<EventRecord>;
};

/** An event to add: of one of the organizers, perhaps of the series. */
export const randomEvent = (
  random: RandomNumbers,
  { organizers, series }: Owners,
): Partial<EventRecord> & { readonly organizerId: UserId } => ({
  ...randomChanges(random),
  organizerId: random.pick(organizers),
  series: random.chance(0.3) ? { id: series, date: null, isDetached: false } : null,
});

const randomText = ({ chance, pick, some }: RandomNumbers): EventFilter['text'] => {
  const typed = [...words.flatMap((word) => wordsOf(word)), 'm', 'ja', 'mar', 'nothing'];
  const term = (): Term => ({ word: pick(typed), prefix: chance(0.5) });
  return some(0, 2, () => some(1, 2, term));
};

/** A list of anything may name each series once. */
const randomFilter = (random: RandomNumbers, owners: Owners): EventFilter => ({
  ...otherFilter(random, owners),
  ...(random.chance(0.3) && { isOncePerSeries: true }),
});

const otherFilter = (random: RandomNumbers, { organizers, series }: Owners): EventFilter => {
  const { chance, next, pick, whole } = random;
  const endsAfter = inHours(whole(-70, 70));
  const times = { endsAfter, recentSince: after(endsAfter, -whole(24, 60) * hour) };
  const area = () => ({
    ...randomPlace(random),
    radiusKm: chance(0.5) ? pick(radii) : 1 + next() * 20_037,
  });
  const anywhere = { ...times, area: null, categories: null, isDated: false, startsBefore: null };
  // Many matches of one word, and areas within a window: adapters have ways of their own for them.
  if (chance(0.3)) return { ...anywhere, text: [[{ word: pick(['jazz', 'market', 'mar']), prefix: true }]] };
  if (chance(0.3)) return { ...anywhere, area: area(), startsBefore: inHours(whole(-70, 70)), text: null };
  return {
    ...times,
    area: chance(0.3) ? area() : null,
    categories: chance(0.3) ? pick(categorySets) : null,
    tags: chance(0.3) ? pick(tagSets) : null,
    attendance: chance(0.4) ? pick(attendanceSets) : null,
    isFree: chance(0.2) ? true : undefined,
    organizer: chance(0.2) ? pick(organizers) : undefined,
    series: chance(0.15) ? series : undefined,
    isDated: chance(0.5),
    startsBefore: chance(0.3) ? inHours(whole(-70, 70)) : null,
    text: chance(0.3) ? randomText(random) : null,
  };
};

/** Among events that start at whole hours, and have ids of any time. */
const randomPosition = ({ chance, pick, whole }: RandomNumbers, order: ListOrder): ListPosition => ({
  rank: order === 'distance' ? whole(0, 2e10) : pick([0, 0, 1, 2]),
  startAt: inHours(whole(-60, 60)).getTime(),
  id: `01${chance(0.5) ? '00' : 'ff'}0000-0000-7000-8000-00000000000${whole(0, 9)}` as EventId,
});

export const randomQuery = (random: RandomNumbers, owners: Owners): ListQuery => {
  const filter = randomFilter(random, owners);
  const orders: readonly ListOrder[] = filter.area
    ? ['time', 'relevance', 'distance']
    : ['time', 'relevance'];
  const order = random.pick(orders);
  const caller = random.pick([null, ...owners.organizers]);
  const limit = random.whole(1, 20);
  const page = random.chance(0.3)
    ? { page: 1, limit, after: randomPosition(random, order) }
    : { page: random.whole(1, 4), limit };
  return { filter, order, caller, page };
};
