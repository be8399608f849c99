import { type EventFilter, type EventRecord, type UserId, wordsOf } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { createMemoryWorld } from '@event-platform/domain/memory';
import fc from 'fast-check';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

/**
 * The in-memory catalog goes through all events by the domain's own functions: it is the oracle. Postgres must
 * give the same pages, in the same order, with the same totals, also after events changed.
 */
const { now, knownCategory, addUser, someEvent, documentOf } = fixtures;
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
/** Some begin with what few others do, some with what more do than are searched one by one. */
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
  })
  .map(
    ({ place: { lat, lng }, start, hours, ...rest }): Partial<EventRecord> => ({
      ...rest,
      startAt: at(start),
      endAt: at(start + hours),
      location: { address: 'Somewhere', lat, lng },
    }),
  );

const term = fc.record({
  word: fc.constantFrom(...words.flatMap((word) => wordsOf(word)), 'ja', 'mar', 'nothing'),
  prefix: fc.boolean(),
});

/** Narrowed one time in three, so that most lists hold something. */
const atTimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const filter: fc.Arbitrary<EventFilter> = fc.record({
  area: atTimes(
    fc
      .record({
        place,
        radiusKm: fc.oneof(
          fc.constantFrom(0.001, 50, 5_000, 10_007.6, 20_037, 20_038),
          fc.double({ min: 1, max: 20_038, noNaN: true }),
        ),
      })
      .map(({ place: { lat, lng }, radiusKm }) => ({ lat, lng, radiusKm })),
  ),
  category: atTimes(fc.constantFrom('music', 'tech', 'unknown', '')),
  endsAfter: fc.integer({ min: -70, max: 70 }).map(at),
  dated: fc.boolean(),
  startsBefore: atTimes(fc.integer({ min: -70, max: 70 }).map(at)),
  text: atTimes(fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), { maxLength: 2 })),
});

const page = fc.record({ page: fc.integer({ min: 1, max: 4 }), limit: fc.integer({ min: 1, max: 20 }) });

await t.test('lists are those of the model', { timeout: 120_000 }, async (t) => {
  const postgres = await openTestPostgres();
  t.teardown(postgres.close);
  const model = createMemoryWorld();
  const real = postgres.stores;
  const both = [real, model.needs.stores];
  await real.categories.ensure([{ slug: 'tech', name: 'Tech', emoji: '💻' }]);
  model.tables.categories.set('tech', (await real.categories.find('tech')) ?? knownCategory);
  const organizer = await addUser(real);
  await model.needs.stores.users.signUp(organizer);
  const caller = await addUser(real);
  await model.needs.stores.users.signUp(caller);

  const known: EventRecord[] = [];
  const add = async (changes: Partial<EventRecord>) => {
    const made = someEvent(organizer.id as UserId, changes);
    for (const stores of both) await stores.events.add({ event: made, document: documentOf(made) });
    known.push(made);
  };
  for (const changes of fc.sample(event, { numRuns: 150, seed: 1 })) await add(changes);

  const change = fc.record({
    kind: fc.constantFrom('add', 'change', 'cancel', 'remove', 'answer', 'save', 'sweep'),
    which: fc.nat(),
    to: event,
    state: fc.constantFrom('going', 'interested', null),
  });
  const apply = async ({ kind, which, to, state }: Change) => {
    const index = which % known.length;
    const target = known[index];
    if (kind === 'sweep') return postgres.postgres.sweep(at((which % 140) - 70));
    if (kind === 'add' || !target) return add(to);
    for (const stores of both) {
      const kept = await stores.events.find(target.id);
      if (!kept) continue;
      if (kind === 'change') {
        const { status: _, ...changes } = to;
        await stores.events.change(kept.id, kept.sequence, changes, documentOf({ ...kept, ...changes }), now);
      }
      if (kind === 'cancel') await stores.events.cancel(kept.id, now);
      if (kind === 'remove') await stores.events.remove(kept.id);
      if (kind === 'answer') await stores.rsvps.answer(kept.id, caller.id, state, now);
      if (kind === 'save') await stores.saved.save(kept.id, caller.id, now);
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
      async (changes, asked, order, signedIn, window) => {
        for (const one of changes) await apply(one);
        const by = signedIn ? caller.id : null;
        const [found, wanted] = await Promise.all(
          both.map((stores) => stores.eventCatalog.list(asked, order, by, window)),
        );
        if ((wanted?.items.length ?? 0) > 0) filled += 1;
        const withName = (list: typeof found) => JSON.stringify(list);
        if (withName(found) !== withName(wanted)) {
          t.strictSame(
            found?.items.map(({ id }) => id),
            wanted?.items.map(({ id }) => id),
          );
          throw new Error(`not as the model: ${found?.total} for ${wanted?.total}`);
        }
      },
    ),
    { numRuns: 400 },
  );
  t.comment(`${filled} lists held something`);
  t.ok(filled > 50, 'the filters let something through');

  // What triggers kept through all of this is what a rebuild makes of the events.
  const derived = async () => [
    await postgres.query('select * from event_words order by event_id'),
    await postgres.query(`select cell, category, sum(listed) as listed, sum(live) as live from listing_tally
      group by cell, category having sum(listed) <> 0 order by cell, category`),
  ];
  const kept = await derived();
  await postgres.query('select rebuild_event_words(), rebuild_listing_tally()');
  t.strictSame(kept, await derived());
  t.ok((kept[0]?.length ?? 0) > 50, 'and there are some');
});

interface Change {
  readonly kind: string;
  readonly which: number;
  readonly to: Partial<EventRecord>;
  readonly state: 'going' | 'interested' | null;
}
