import type { EventFilter } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { planKinds } from '../../../src/accelerators/page-memory/planner/plan.ts';
import { type PlanLimits, planLimits } from '../../../src/accelerators/page-memory/planner/plan-limits.ts';
import { openTwinCatalogs } from './twin-catalogs.ts';

/** Every plan, chosen by the planner for a query and limits that call for it, against the in-memory model. */
const { anyEvent: everything, now } = fixtures;
const hour = 3_600_000;
const day = 24 * hour;
const at = (ms: number) => new Date(now.getTime() + ms);

const twins = await openTwinCatalogs();
t.teardown(twins.close);

/**
 * Every second event is in Berlin (up to 55 km from its centre), the others around the world. They start some days apart
 * from 20 days ago to 100 days ahead; every seventh lasts for weeks, some end within the hour.
 */
for (let number = 0; number < 120; number += 1) {
  const startAt = at(((number * 37) % 120) * day - 20 * day - (number % 24) * hour);
  await twins.add({
    organizerId: (number % 5 < 3 ? twins.organizer : twins.caller).id,
    series: number % 2 === 0 ? { id: twins.series, date: null, isDetached: false } : null,
    title: number % 3 === 0 ? 'Jazz night' : 'Night walk',
    description: number % 2 === 0 ? 'To the jazz market' : 'By the canal',
    category: number % 4 === 0 ? 'tech' : 'music',
    startAt,
    endAt: new Date(startAt.getTime() + (number % 7 === 0 ? 25 * day : ((number % 5) + 1) * hour)),
    location:
      number % 2 === 0
        ? { address: 'Berlin', lat: 52.52 + (number % 9) / 18, lng: 13.4 }
        : { address: 'Elsewhere', lat: (number % 17) * 5 - 40, lng: number * 3 - 179.9 },
  });
}
// Half of the past is flagged as ended, the rest not yet.
await twins.postgres.sweep(at(-10 * day));

const area = { lat: 52.52, lng: 13.4, radiusKm: 50 };
const fromEarlier = { isDated: true, endsAfter: at(-15 * day), recentSince: at(-16 * day) };
const text = [[{ word: 'jazz', prefix: false }]];
const ofOrganizer = { organizer: twins.organizer.id };
const long = { area, startsBefore: at(60 * day) };
const never = Number.POSITIVE_INFINITY;

const cases: readonly (readonly [
  plans: readonly string[],
  filter: Partial<EventFilter>,
  limits?: Partial<PlanLimits>,
])[] = [
  [['live-start-order'], {}],
  [['live-start-order'], { category: 'tech' }],
  [['start-order'], fromEarlier],
  [['count-area', 'live-start-order'], { area }, { denseArea: never }],
  [['count-area', 'start-order'], { area, ...fromEarlier, category: 'music' }, { denseArea: never }],
  [['count-area', 'cells'], { area }, { denseArea: 0 }],
  [['count-area', 'cells'], { area, ...fromEarlier, category: 'tech' }, { denseArea: 0 }],
  [['window'], { startsBefore: at(60 * day) }],
  [['window'], { ...fromEarlier, startsBefore: at(5 * day), category: 'music' }],
  // All is taken to be within a week, so that nearly nothing seems to be outside.
  [['start-order'], { startsBefore: at(60 * day) }, { upcomingWeeks: 1 }],
  [['start-order'], { ...fromEarlier, startsBefore: at(50 * day), category: 'music' }, { upcomingWeeks: 1 }],
  [['count-area', 'start-order'], long, { upcomingWeeks: 1, denseArea: never }],
  [
    ['count-area', 'start-order'],
    { ...long, ...fromEarlier, category: 'tech' },
    { upcomingWeeks: 1, denseArea: never },
  ],
  [['day-cells'], { area, startsBefore: at(31 * day) }],
  [['day-cells'], { area, ...fromEarlier, startsBefore: at(5 * day + hour), category: 'music' }],
  [['count-area', 'cells'], long],
  [['count-area', 'cells'], { ...long, ...fromEarlier, category: 'music' }],
  [['count-area', 'day-cells'], long, { dayCellsRows: 0 }],
  [
    ['count-area', 'day-cells'],
    { ...long, ...fromEarlier, category: 'tech' },
    { dayCellsRows: 0, denseArea: 0 },
  ],
  [['series-events'], { series: twins.series }],
  [['series-events'], { series: twins.series, text, area }],
  [['organizer'], ofOrganizer],
  [['organizer'], { ...ofOrganizer, ...fromEarlier, area, category: 'music', startsBefore: at(60 * day) }],
  [['organizer'], { ...ofOrganizer, text }],
  [['search-capped'], { text }],
  [['search-capped'], { text, ...fromEarlier, area, category: 'music', startsBefore: at(40 * day) }],
  [['search-capped', 'count-matches', 'search-all'], { text }, { searchCap: 2 }],
  [
    ['search-capped', 'count-matches', 'search-all'],
    { text, ...fromEarlier },
    { searchCap: 2, exactTotal: 0 },
  ],
  [
    ['search-capped', 'count-matches', 'search-upcoming'],
    { text, category: 'music' },
    { searchCap: 2, exactTotal: 2, upcomingWeeks: 20, upcomingFactor: 1 },
  ],
];

const run = new Set<string>();
const pages = [1, 2, 3, 50].map((page) => ({ page, limit: 4 }));

for (const [plans, filter, limits] of cases)
  t.test(`${plans.join(', ')}: ${JSON.stringify(filter)}`, async (t) => {
    const request = { ...everything, ...filter };
    for (const page of pages) {
      const planNames: string[] = [];
      // A catalog of its own for each page: nothing has been learned yet.
      const catalog = twins.catalog({
        limits: { ...planLimits, ...limits },
        clock: () => now,
        onPlan: ({ kind }) => planNames.push(kind),
      });
      const { id } = twins.caller;
      const actual = await catalog.list(request, 'time', id, page);
      if (page.page === 1) t.strictSame(planNames, plans);
      for (const kind of planNames) run.add(kind);
      t.strictSame(JSON.stringify(actual), JSON.stringify(await twins.model.list(request, 'time', id, page)));
      t.ok(actual.total > 4, 'more than one page');
    }
  });

t.test('a total of more than 30 seconds ago is counted again', async (t) => {
  let now = 0;
  const planNames: string[] = [];
  const limits = { ...planLimits, searchCap: 2, exactTotal: 2, upcomingWeeks: 20, upcomingFactor: 1 };
  const catalog = twins.catalog({
    limits,
    now: () => now,
    onPlan: ({ kind }) => planNames.push(kind),
  });
  const request = { ...everything, text };
  // Pages that are not in memory.
  for (const [page, [at, plans]] of [
    [0, ['search-capped', 'count-matches', 'search-upcoming']],
    [30_000, ['search-upcoming']],
    [60_001, ['count-matches', 'search-upcoming']],
  ].entries() as Iterable<[number, [number, string[]]]>) {
    now = at;
    const window = { page: page + 1, limit: 2 };
    const expected = JSON.stringify(await twins.model.list(request, 'time', null, window));
    planNames.length = 0;
    t.strictSame(JSON.stringify(await catalog.list(request, 'time', null, window)), expected);
    t.strictSame(planNames, plans, `after ${at} ms`);
  }
});

t.test('every plan ran', async (t) => {
  t.strictSame(
    [...planKinds].filter((kind) => !run.has(kind)),
    [],
  );
});
