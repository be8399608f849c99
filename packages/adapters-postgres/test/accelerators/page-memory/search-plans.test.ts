import { type EventRecord, titleRank } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import t from 'tap';
import { eventChanges } from '../../../src/accelerators/page-memory/changes/event-changes.ts';
import { plannedLists } from '../../../src/accelerators/page-memory/page-memory.ts';
import { planLimits } from '../../../src/accelerators/page-memory/planner/plan-limits.ts';
import {
  type DiscoveredPage,
  type DiscoveryOptions,
  discoverEvents,
} from '../../../src/accelerators/page-memory/statements/discover-events.ts';
import { statementRunner } from '../../../src/accelerators/page-memory/statements/statement-registry.ts';
import { openPool } from '../../../src/connection/connection-pool.ts';
import type { Rows } from '../../../src/database.ts';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

/** Searches with tens of thousands of matches, in small: limits make words in sixty events common. */
const { now, addUser, anyEvent, someEvent, documentOf } = fixtures;
const hour = 3_600_000;
const text = [[{ word: 'market', prefix: false }]];
const plain = { ...anyEvent, recentSince: new Date(0), text };
/** The one counts first, the other reads all matches at first. */
const rankedRows = 4;
const limits = [5, 100].map((searchCap) => ({ ...planLimits, exactTotal: 5, searchCap, rankedRows }));

const postgres = await openTestPostgres(t);
const { stores } = postgres;
const db = new Kysely<Rows>({
  dialect: new PostgresDialect({ pool: openPool({ url: postgres.url, size: 4 }) }),
});
t.teardown(() => db.destroy());
const organizer = await addUser(stores);

/** Reads pages without knowing what has changed. */
const discover = (options: DiscoveryOptions) => discoverEvents(statementRunner(db), eventChanges(), options);

/**
 * One in three has the word in its title, the others only in their description. They begin every other day, some weeks
 * back and some ahead; one in seven lasts for months.
 */
const events = Array.from({ length: 60 }, (_, number): EventRecord => {
  const startAt = new Date(now.getTime() + (number === 7 ? -100 : ((number * 7) % 60) - 20) * 48 * hour);
  return someEvent(organizer.id, {
    title: number % 3 === 0 ? 'Night market' : 'Night walk',
    description: 'To the market',
    startAt,
    endAt: new Date(startAt.getTime() + (number % 7 === 0 ? 6_000 : 30) * hour),
    location: { address: 'Somewhere', lat: number % 2, lng: 13 },
  });
});
for (const event of events) await stores.events.add({ event, document: documentOf(event) });

const byTime = (one: EventRecord, other: EventRecord) =>
  one.startAt.getTime() - other.startAt.getTime() || (one.id < other.id ? -1 : 1);
const rankOf = (event: EventRecord) => titleRank(text, documentOf(event));
const ranked = (all: readonly EventRecord[]) => {
  const sortedEvents = all.toSorted(byTime);
  const first = sortedEvents
    .slice(0, rankedRows)
    .sort((one, other) => rankOf(other) - rankOf(one) || byTime(one, other));
  return [...first, ...sortedEvents.slice(rankedRows)];
};
const upcoming = () => events.filter(({ endAt }) => endAt > now);
const idsOf = (all: readonly EventRecord[]) => all.map(({ id }) => id);
const idsIn = ({ rows }: DiscoveredPage) => rows.map(([id]) => id);

for (const [name, filter, matches] of [
  ['all of them', plain, upcoming],
  [
    'some places',
    { ...plain, area: { lat: 0, lng: 13, radiusKm: 50 } },
    () => upcoming().filter(({ location }) => location.lat === 0),
  ],
  ['with ended ones', { ...plain, isDated: true, endsAfter: new Date(0) }, () => events],
  ['none', { ...plain, category: 'nothing' }, () => []],
] as const)
  for (const limit of limits)
    t.test(`common words have all their pages: ${name}, ${limit.searchCap}`, async (t) => {
      const pages = discover({ limits: limit });
      const expected = matches();
      for (const page of [1, 2, 3, 13, 100]) {
        const of = { page, limit: 4 };
        const start = (page - 1) * 4;
        const time = await pages({ filter, order: 'time', page: of });
        t.strictSame(idsIn(time), idsOf(expected.toSorted(byTime).slice(start, start + 4)));
        t.equal(time.total, expected.length);
        const relevance = await pages({ filter, order: 'relevance', page: of });
        t.strictSame(idsIn(relevance), idsOf(ranked(expected).slice(start, start + 4)));
        t.equal(relevance.total, expected.length);
      }
    });

t.test('a kept total is counted again after half a minute, with the page', async (t) => {
  let seconds = 0;
  const pages = discover({ limits: limits[1], now: () => seconds * 1000 });
  const query = { filter: plain, order: 'time', page: { page: 1, limit: 4 } } as const;
  const before = upcoming().length;
  t.equal((await pages(query)).total, before, 'counted with all of them');
  await pages(query);
  const late = someEvent(organizer.id, {
    title: 'Market',
    startAt: new Date(now.getTime() + 20_000 * hour),
    endAt: new Date(now.getTime() + 20_001 * hour),
  });
  await stores.events.add({ event: late, document: documentOf(late) });
  seconds = 14;
  t.equal((await pages(query)).total, before, 'kept');
  seconds = 31;
  const rows = await pages(query);
  t.equal(rows.total, before + 1, 'counted again');
  t.strictSame(idsIn(rows), idsOf(upcoming().toSorted(byTime).slice(0, 4)));
  await stores.events.cancel(late.id, now);
  seconds = 62;
  t.equal((await pages(query)).total, before);
});

t.test('a page in memory with a kept total stays while nothing changes the total', async (t) => {
  const plans: string[] = [];
  let seconds = 0;
  const catalog = plannedLists(db, {
    limits: limits[0],
    now: () => seconds * 1000,
    onPlan: ({ kind }) => plans.push(kind),
  });
  const expectedAt = (at: Date) => events.filter(({ endAt }) => endAt > at).length;
  const plansAt = async (later: number, more = 0) => {
    seconds = later;
    const endsAfter = new Date(now.getTime() + seconds * 1000);
    plans.length = 0;
    const { total } = await catalog.list({ ...plain, endsAfter }, 'time', null, { page: 1, limit: 1 });
    t.equal(total, expectedAt(endsAfter) + more, `after ${later} seconds`);
    return [...plans];
  };
  t.strictSame(await plansAt(0), ['search-capped', 'count-matches', 'search-upcoming']);
  t.strictSame(await plansAt(0), [], 'the first request keeps the page');
  t.strictSame(await plansAt(40), [], 'and no later one reads anything');

  const soon = someEvent(organizer.id, {
    title: 'Market',
    startAt: new Date(now.getTime() + 20_000 * hour),
    endAt: new Date(now.getTime() + 20_001 * hour),
  });
  await stores.events.add({ event: soon, document: documentOf(soon) });
  t.strictSame(
    await plansAt(41, 1),
    ['count-matches', 'search-upcoming'],
    'counted too long ago for a total that has changed',
  );
  t.strictSame(await plansAt(80, 1), [], 'the new total is exact');
  await stores.events.cancel(soon.id, now);
  const nextEnd = Math.min(...upcoming().map(({ endAt }) => endAt.getTime()));
  t.match(
    await plansAt((nextEnd - now.getTime()) / 1000),
    ['count-matches', 'search-upcoming'],
    'a match has ended',
  );
});

t.test('a page full of matches by title needs no later ones', async (t) => {
  const plans: string[] = [];
  const pages = discover({
    limits: {
      ...planLimits,
      exactTotal: 5,
      searchCap: 5,
      rankedRows: 18,
      upcomingFactor: 1,
      upcomingWeeks: 2,
    },
    onPlan: ({ kind }) => plans.push(kind),
  });
  const inTitle = upcoming()
    .toSorted(byTime)
    .filter((event) => rankOf(event) === 2);
  const rows = await pages({ filter: plain, order: 'relevance', page: { page: 1, limit: 2 } });
  t.strictSame(idsIn(rows), idsOf(inTitle.slice(0, 2)));
  t.strictSame(plans, ['search-capped', 'count-matches', 'search-upcoming'], 'the weeks are read once');
});

t.test('a new event is on the first page at once, whatever was learned', async (t) => {
  const pages = discover({ limits: limits[1] });
  const page = { page: 1, limit: 4 };
  await pages({ filter: plain, order: 'time', page });
  const first = events.toSorted(byTime).find(({ endAt }) => endAt > now) as EventRecord;
  const fresh = someEvent(organizer.id, {
    title: 'Market',
    startAt: new Date(first.startAt.getTime() - 1),
    endAt: new Date(now.getTime() + hour),
  });
  await stores.events.add({ event: fresh, document: documentOf(fresh) });
  const soonest = await pages({ filter: plain, order: 'time', page });
  t.equal(idsIn(soonest)[0], fresh.id);
  await stores.events.cancel(fresh.id, now);
  const next = await pages({ filter: plain, order: 'time', page });
  t.equal(idsIn(next)[0], first.id);
});
