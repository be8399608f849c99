import {
  type EventCatalog,
  type EventFilter,
  type EventRecord,
  noPlace,
  wordsOf,
} from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import fc from 'fast-check';
import t from 'tap';
import { planKinds } from '../../../src/accelerators/page-memory/planner/plan.ts';
import { type PlanLimits, planLimits } from '../../../src/accelerators/page-memory/planner/plan-limits.ts';
import { openTwinCatalogs } from './twin-catalogs.ts';

/**
 * Whatever plan runs, Postgres gives the same pages as the in-memory model, in the same order, with the same totals, also
 * after events changed.
 */
const { now, documentOf } = fixtures;
const hour = 3_600_000;
const at = (hours: number) => new Date(now.getTime() + hours * hour);

const edge = fc.constantFrom(-180, -179.99, 179.99, 180, 0, -0.001, 90, -90, 45);
const place = fc.record({
  lat: fc.oneof(
    edge.filter((n) => Math.abs(n) <= 90),
    fc.double({ min: -90, max: 90, noNaN: true }),
  ),
  lng: fc.oneof(edge, fc.double({ min: -180, max: 180, noNaN: true })),
});
/** `mar` begins more words than a prefix is expanded to, `ja` fewer. */
const words = [
  'jazz',
  'Jazzy',
  'łódź',
  'Київ',
  '東京',
  'ball',
  "o'clock",
  'market',
  'marked',
  'marble',
  'marina',
  'marsh',
] as const;
const phrase = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((list) => list.join(' '));

const event = fc
  .record({
    title: phrase,
    description: phrase,
    place,
    start: fc.integer({ min: -60, max: 60 }),
    hours: fc.integer({ min: 1, max: 50 }),
    category: fc.constantFrom('music', 'tech'),
    visibility: fc.constantFrom('public', 'public', 'public', 'private'),
    status: fc.constantFrom('scheduled', 'scheduled', 'scheduled', 'cancelled'),
    attendance: fc.constantFrom('offline', 'offline', 'mixed', 'online'),
  })
  .map(
    ({ place: { lat, lng }, start, hours, ...rest }): Partial<EventRecord> => ({
      ...rest,
      onlineUrl: rest.attendance === 'offline' ? null : 'https://meet.example/room',
      startAt: at(start),
      endAt: at(start + hours),
      location: rest.attendance === 'online' ? noPlace : { address: 'Somewhere', lat, lng },
    }),
  );

const term = fc.record({
  word: fc.constantFrom(...words.flatMap((word) => wordsOf(word)), 'ja', 'mar', 'nothing'),
  prefix: fc.boolean(),
});

/** Narrowed one time in three, so that most lists hold something. */
const atTimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const circle = fc
  .record({
    place,
    radiusKm: fc.oneof(
      fc.constantFrom(0.001, 50, 5_000, 10_007.6, 20_037, 20_038),
      fc.double({ min: 1, max: 20_038, noNaN: true }),
    ),
  })
  .map(({ place: { lat, lng }, radiusKm }) => ({ lat, lng, radiusKm }));
const instant = fc.integer({ min: -70, max: 70 }).map(at);

const parts = {
  area: atTimes(circle),
  category: atTimes(fc.constantFrom('music', 'tech', 'unknown', '')),
  attendance: fc.constantFrom<EventFilter['attendance']>(
    null,
    null,
    null,
    ['online'],
    ['offline', 'mixed'],
    ['online', 'mixed'],
  ),
  /** Which of the twins' two people. */
  of: fc.constantFrom(null, null, null, 'organizer', 'caller', 'series'),
  endsAfter: instant,
  hoursRecent: fc.integer({ min: 24, max: 60 }),
  isDated: fc.boolean(),
  startsBefore: atTimes(instant),
  text: atTimes(fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), { maxLength: 2 })),
};

/** Enough of those that few plans serve: areas within a window, and searches with more matches than a page. */
const filter = fc
  .oneof(
    { weight: 3, arbitrary: fc.record(parts) },
    {
      weight: 1,
      arbitrary: fc.record({ ...parts, area: circle, startsBefore: instant, text: fc.constant(null) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        ...parts,
        area: fc.constant(null),
        category: fc.constant(null),
        isDated: fc.constant(false),
        startsBefore: fc.constant(null),
        text: fc.constantFrom('jazz', 'market', 'mar').map((word) => [[{ word, prefix: true }]]),
      }),
    },
  )
  .map(({ hoursRecent, of, ...filter }) => ({
    of,
    ...filter,
    recentSince: new Date(filter.endsAfter.getTime() - hoursRecent * hour),
  }));

const page = fc.record({ page: fc.integer({ min: 1, max: 4 }), limit: fc.integer({ min: 1, max: 20 }) });

const never = Number.POSITIVE_INFINITY;
const eager = { searchCap: 1, exactTotal: 0, upcomingFactor: 0, upcomingWeeks: 1 };
/** Together they make a few hundred events run every plan. */
const limitSets: readonly Partial<PlanLimits>[] = [
  {},
  { denseArea: never, dayCellsDays: 0, dayCellsRows: 0, ...eager },
  { denseArea: 0, dayCellsDays: 0, dayCellsRows: never, ...eager },
];

await t.test('lists are those of the model, plain and by every plan', async (t) => {
  const twins = await openTwinCatalogs();
  t.teardown(twins.close);
  const { caller, stores: both } = twins;
  let clock = 0;
  const planCounts = new Map<string, number>();
  const catalogs = [
    twins.plain,
    ...limitSets.map((limits) =>
      twins.catalog({
        limits: { ...planLimits, ...limits },
        now: () => clock,
        onPlan: ({ kind }) => planCounts.set(kind, (planCounts.get(kind) ?? 0) + 1),
      }),
    ),
  ];

  const records: EventRecord[] = [];
  const add = async (changes: Partial<EventRecord>) => {
    const { id: organizerId } = records.length % 2 === 0 ? twins.organizer : caller;
    const series = records.length % 3 === 0 ? { id: twins.series, date: null, isDetached: false } : null;
    records.push(await twins.add({ ...changes, organizerId, series }));
  };
  for (const changes of fc.sample(event, { numRuns: 150, seed: 1 })) await add(changes);

  const change = fc.record({
    kind: fc.constantFrom('add', 'change', 'cancel', 'remove', 'answer', 'save', 'sweep'),
    which: fc.nat(),
    to: event,
    state: fc.constantFrom('going', 'interested', null),
  });
  const apply = async ({ kind, which, to, state }: Change) => {
    const index = which % records.length;
    const target = records[index];
    if (kind === 'sweep') return twins.postgres.sweep(at((which % 140) - 70));
    if (kind === 'add' || !target) return add(to);
    for (const stores of both) {
      const record = await stores.events.find(target.id);
      if (!record) continue;
      if (kind === 'change') {
        const { status: _, ...changes } = to;
        await stores.events.change(
          record.id,
          record.sequence,
          changes,
          documentOf({ ...record, ...changes }),
          now,
        );
      }
      if (kind === 'cancel') await stores.events.cancel(record.id, now);
      if (kind === 'remove') await stores.events.remove(record.id);
      if (kind === 'answer') await stores.rsvps.set(record.id, caller.id, state, now);
      if (kind === 'save') await stores.saved.save(record.id, caller.id, now);
    }
  };

  let filled = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 2 }),
      filter,
      fc.constantFrom('time', 'relevance'),
      fc.boolean(),
      page,
      fc.nat(catalogs.length - 1),
      async (changes, { of, ...narrowed }, order, signedIn, window, limits) => {
        const request: EventFilter = {
          ...narrowed,
          ...(of === 'series' && { series: twins.series }),
          ...(of && of !== 'series' && { organizer: twins[of as 'organizer' | 'caller'].id }),
        };
        for (const one of changes) await apply(one);
        const by = signedIn ? caller.id : null;
        const expected = await twins.model.list(request, order, by, window);
        if (expected.items.length > 0) filled += 1;
        // The second time with what was learned the first time, half a minute later so that no total is kept.
        for (let time = 0; time < 2; time += 1) {
          clock += 31_000;
          const actual = await (catalogs[limits] as EventCatalog).list(request, order, by, window);
          if (JSON.stringify(actual) === JSON.stringify(expected)) continue;
          t.strictSame(
            actual.items.map(({ event: { id } }) => id),
            expected.items.map(({ event: { id } }) => id),
          );
          throw new Error(`not as the model: ${actual.total} for ${expected.total}`);
        }
      },
    ),
    { numRuns: 300 },
  );
  t.comment(`${filled} lists held something`);
  t.ok(filled > 50, 'the filters let something through');
  t.comment(JSON.stringify(Object.fromEntries(planCounts)));
  t.strictSame(
    [...planKinds].filter((kind) => !planCounts.has(kind)),
    [],
    'every plan ran',
  );

  // The triggers' counters and words equal those that a rebuild makes of the events.
  const derived = async () => [
    await twins.query('select * from event_words order by event_id'),
    await twins.query(`select cell, category, sum(listed) as listed, sum(live) as live from listing_counter
      group by cell, category having sum(listed) <> 0 order by cell, category`),
  ];
  const derivedRows = await derived();
  await twins.query('select rebuild_event_words(), rebuild_listing_counters()');
  t.strictSame(derivedRows, await derived());
  t.ok((derivedRows[0]?.length ?? 0) > 50, 'and there are some');
});

interface Change {
  readonly kind: string;
  readonly which: number;
  readonly to: Partial<EventRecord>;
  readonly state: 'going' | 'interested' | null;
}
