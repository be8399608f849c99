import type { EventFilter, SeriesId, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { choosePlan } from '../../../../src/accelerators/page-memory/planner/choose-plan.ts';
import { planKinds } from '../../../../src/accelerators/page-memory/planner/plan.ts';
import type { PlannerStatistics } from '../../../../src/accelerators/page-memory/planner/planner-statistics.ts';
import type { DiscoveryQuery } from '../../../../src/discovery/find-page.ts';

/** 0.64 of its week have passed: weeks begin on Thursdays, as 1970 did. */
const { now } = fixtures;
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const area = { lat: 52.5, lng: 13.4, radiusKm: 50 };
const text = [[{ word: 'jazz', prefix: false }]];
const everything = { ...fixtures.anyEvent, recentSince: new Date(0) };
const query = (filter: Partial<EventFilter>, changes: Partial<DiscoveryQuery> = {}): DiscoveryQuery => ({
  filter: { ...everything, ...filter },
  order: 'time',

  page: { page: 1, limit: 20 },
  ...changes,
});

/** 70,000 of 450,000 live events: a page is among 130 rows in start order. */
const dense = { listed: 140_000, live: 70_000, worldLive: 450_000 };
const sparse = { listed: 2_000, live: 1_000, worldLive: 450_000 };
const longWindow = { area, startsBefore: inDays(32) };
const fresh = (total: number) => ({ matches: { total, isFresh: true, basis: null } });
const old = (total: number) => ({ matches: { total, isFresh: false, basis: null } });
const unranked = { rankedRows: null, isBeyondRanked: false };
const byRelevance = { order: 'relevance' } as const;
const twoWords = { text: [...text, [{ word: 'night', prefix: true }]] };
const upcoming = (weeks: number) => ({ kind: 'search-upcoming', weeks, ...unranked });

const organizer = '0190a000-0000-7000-8000-000000000000' as UserId;

/** The decision table: a query, what is known, and the plan. */
const table: readonly (readonly [string, DiscoveryQuery, PlannerStatistics, object])[] = [
  ['all upcoming events', query({}), {}, { kind: 'live-start-order' }],
  ['a category', query({ category: 'music' }), {}, { kind: 'live-start-order' }],
  ['from a date on', query({ isDated: true }), {}, { kind: 'start-order' }],
  ['a window of dates', query({ startsBefore: inDays(7) }), {}, { kind: 'window' }],
  ['half a year', query({ startsBefore: inDays(182), isDated: true }), {}, { kind: 'window' }],
  ['more than that', query({ startsBefore: inDays(183), isDated: true }), {}, { kind: 'start-order' }],
  [
    'a long window that begins late',
    query({ startsBefore: inDays(600), endsAfter: inDays(200), isDated: true }),
    { now },
    { kind: 'window' },
  ],

  [
    "a series' events",
    query({ area, text, series: '0190a000-0000-7000-8000-000000000001' as SeriesId }),
    {},
    { kind: 'series-events' },
  ],
  [
    "an organizer's events",
    query({ area, organizer }),
    {},
    { kind: 'organizer', rankedRows: null, isBeyondRanked: false },
  ],
  [
    "a search of an organizer's events",
    query({ text, organizer }, byRelevance),
    fresh(50_000),
    { kind: 'organizer', rankedRows: 1_000, isBeyondRanked: false },
  ],

  ['an unknown area', query({ area }), {}, { kind: 'count-area' }],
  ['a dense area', query({ area }), { area: dense }, { kind: 'live-start-order' }],
  ['a dense area from a date on', query({ area, isDated: true }), { area: dense }, { kind: 'start-order' }],
  ['a sparse area', query({ area }), { area: sparse }, { kind: 'cells' }],
  ['a sparse area from a date on', query({ area, isDated: true }), { area: sparse }, { kind: 'cells' }],
  ['an empty area', query({ area }), { area: { listed: 0, live: 0, worldLive: 0 } }, { kind: 'cells' }],
  [
    'a page so deep that start order reads more than the area holds',
    query({ area }, { page: { page: 600, limit: 20 } }),
    { area: dense },
    { kind: 'cells' },
  ],

  ['an area within 31 days', query({ area, startsBefore: inDays(31) }), {}, { kind: 'day-cells' }],
  ['an area within an empty window', query({ area, startsBefore: inDays(-1) }), {}, { kind: 'day-cells' }],
  ['an unknown area within more', query(longWindow), {}, { kind: 'count-area' }],
  ['400 events a day', query(longWindow), { area: { ...sparse, listed: 12_800 } }, { kind: 'cells' }],
  ['more events a day', query(longWindow), { area: { ...sparse, listed: 12_801 } }, { kind: 'day-cells' }],

  [
    'a dense area within a year',
    query({ area, isDated: true, startsBefore: inDays(365) }),
    { area: dense },
    { kind: 'start-order' },
  ],
  [
    'within a year that begins in two months',
    query({ area, isDated: true, endsAfter: inDays(60), startsBefore: inDays(425) }),
    { area: dense, now },
    { kind: 'cells' },
  ],
  ['within ten months', query({ area, startsBefore: inDays(300) }), { area: dense }, { kind: 'day-cells' }],
  [
    'a sparse area within a year',
    query({ area, startsBefore: inDays(365) }),
    { area: sparse },
    { kind: 'cells' },
  ],

  ['new words', query({ text }), {}, { kind: 'search-capped', cap: 100_000, ...unranked }],
  [
    'words with 100,000 matches and dates',
    query({ text, isDated: true }),
    old(100_000),
    { kind: 'search-capped', cap: 100_000, ...unranked },
  ],
  [
    'words with more matches and dates',
    query({ text, isDated: true }),
    old(100_001),
    { kind: 'count-matches' },
  ],
  ['words with a fresh total of 10,000', query({ text }), fresh(10_000), { kind: 'search-all', ...unranked }],
  ['words with a fresh total of more', query({ text }), fresh(10_001), upcoming(1)],
  ['words whose weeks are known', query({ text }), { ...fresh(90_000), weeks: 25.3 }, upcoming(26)],
  [
    'words that are far apart',
    query({ text }),
    { ...fresh(90_000), weeks: 25.4 },
    { kind: 'search-all', ...unranked },
  ],
  ['words with dates', query({ text, isDated: true }), fresh(90_000), { kind: 'search-all', ...unranked }],
  [
    'common words whose total is old',
    query({ text }),
    { ...old(90_000), weeks: 3 },
    { kind: 'count-matches' },
  ],
  [
    'common words whose total is old and that are far apart',
    query({ text }),
    { ...old(90_000), weeks: 25.4 },
    { kind: 'search-capped', cap: 100_000, ...unranked },
  ],
  [
    'a page of less than a third of the matches',
    query({ text }, { page: { page: 200, limit: 20 } }),
    fresh(12_001),
    upcoming(22),
  ],
  [
    'a page of a third of the matches',
    query({ text }, { page: { page: 200, limit: 20 } }),
    fresh(12_000),
    { kind: 'search-all', ...unranked },
  ],
  [
    'one word by relevance',
    query({ text }, byRelevance),
    fresh(50_000),
    { kind: 'search-upcoming', weeks: 2, rankedRows: 1_000, isBeyondRanked: false },
  ],
  [
    'two words by relevance, beyond the ranked matches',
    query(twoWords, { ...byRelevance, page: { page: 51, limit: 20 } }),
    {},
    { kind: 'search-capped', cap: 100_000, rankedRows: 1_000, isBeyondRanked: true },
  ],
];

for (const [name, filter, statistics, plan] of table)
  t.test(`${name}: ${(plan as { kind: string }).kind}`, async (t) => {
    t.strictSame(choosePlan(filter, statistics), plan);
  });

t.test('the table has every plan', async (t) => {
  const kinds = new Set(table.map(([, , , plan]) => (plan as { kind: string }).kind));
  t.strictSame(
    [...planKinds].filter((kind) => !kinds.has(kind)),
    [],
  );
});
