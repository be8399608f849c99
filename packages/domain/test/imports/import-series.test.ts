import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { EventDraft } from '../../src/events/event-draft.ts';
import type { ImportEvents } from '../../src/imports/import-events.ts';
import type { ImportedEvent } from '../../src/imports/imported-event.ts';
import { after, day, hour } from '../../src/time.ts';
import { draft, person } from '../support.ts';

const nothing = {
  ...{ added: 0, changed: 0, unchanged: 0, cancelled: 0, past: 0, unknownCancelled: 0, closed: 0 },
  faulty: [],
};

const scene = async () => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const entry = (
    rule: string,
    changes: Partial<EventDraft> = {},
    except: readonly string[] = [],
  ): ImportedEvent => ({ sourceKey: 'a', draft: draft(world, changes), series: { rule, except } });
  const load = (entry: ImportedEvent, options: Partial<ImportEvents> = {}) =>
    world.domain.importEvents({ organizerId, events: [entry], ...options });
  const events = () =>
    world.tables.events.rows().sort((one, other) => one.startAt.getTime() - other.startAt.getTime());
  return { world, organizerId, entry, load, events };
};

const cancelled: ImportedEvent = { sourceKey: 'a', draft: null };

t.test('a series is added once, and cancelled for good', async (t) => {
  const { world, entry, load, events } = await scene();
  const weekly = entry('FREQ=WEEKLY;COUNT=3');
  t.strictSame(await load(cancelled), { ...nothing, unknownCancelled: 1 });
  t.strictSame(await load({ ...cancelled, series: weekly.series }), { ...nothing, unknownCancelled: 1 });
  t.strictSame(await load(weekly, { isTrial: true }), { ...nothing, added: 1 });
  t.equal(events().length, 0);
  t.strictSame(await load(weekly), { ...nothing, added: 1 });
  t.equal(events().length, 3);
  t.strictSame(await load(weekly), { ...nothing, unchanged: 1 });
  t.strictSame(await load({ ...weekly, series: undefined }), { ...nothing, unchanged: 1 });
  t.equal(events().length, 3);
  t.strictSame(await load(cancelled, { isTrial: true }), { ...nothing, cancelled: 1 });
  t.equal(world.tables.series.rows()[0]?.isCancelled, false);
  t.strictSame(await load(cancelled), { ...nothing, cancelled: 1 });
  t.strictSame(
    events().map(({ status }) => status),
    ['cancelled', 'cancelled', 'cancelled'],
  );
  t.strictSame(await load(cancelled), { ...nothing, unchanged: 1 });
  t.strictSame(await load(weekly), { ...nothing, closed: 1 });
});

t.test('a series that two imports cancel at once is cancelled once', async (t) => {
  const { world, entry, load, events } = await scene();
  await load(entry('FREQ=DAILY;COUNT=2'));
  await Promise.all([load(cancelled), load(cancelled)]);
  t.strictSame(
    events().map(({ status, sequence }) => [status, sequence]),
    [
      ['cancelled', 1],
      ['cancelled', 1],
    ],
  );
  t.equal(world.tables.changes.rows().filter(({ kind }) => kind === 'series.cancelled').length, 1);
});

t.test('parallel imports make one series', async (t) => {
  const { world, entry, load, events } = await scene();
  const outcomes = await Promise.all([1, 2].map(() => load(entry('FREQ=DAILY;COUNT=2'))));
  t.strictSame(
    outcomes.map(({ added, unchanged }) => added + unchanged),
    [1, 1],
  );
  t.equal(world.tables.series.rows().length, 1);
  t.equal(events().length, 2);
});

t.test('a key of another organizer adds nothing', async (t) => {
  const { world, entry, load } = await scene();
  await load(entry('FREQ=DAILY;COUNT=2'));
  t.strictSame(await load(entry('FREQ=DAILY'), { organizerId: await person(world) }), {
    ...nothing,
    unchanged: 1,
  });
});

t.test('an event that was imported alone stays one', async (t) => {
  const { entry, load, events } = await scene();
  const weekly = entry('FREQ=WEEKLY');
  await load({ ...weekly, series: undefined });
  t.strictSame(await load(weekly), { ...nothing, unchanged: 1 });
  t.equal(events().length, 1);
});

t.test('what is over is made with the past alone', async (t) => {
  const { world, entry, load, events } = await scene();
  const startAt = after(world.clock.now(), -21 * day);
  const begun = { startAt, endAt: after(startAt, hour) };
  t.strictSame(await load(entry('FREQ=WEEKLY;COUNT=2', begun)), { ...nothing, past: 1 });
  t.strictSame(await load(entry('FREQ=WEEKLY;COUNT=6', begun)), { ...nothing, added: 1 });
  t.equal(events().length, 3, 'today and later');
  const all = await scene();
  t.strictSame(await all.load(entry('FREQ=WEEKLY;COUNT=6', begun), { withPast: true }), {
    ...nothing,
    added: 1,
  });
  t.equal(all.events().length, 6);
});

t.test('leaves out the days without an event', async (t) => {
  const { world, entry, load, events } = await scene();
  const except = [
    after(world.clock.now(), 2 * day)
      .toISOString()
      .slice(0, 10),
  ];
  await load(entry('FREQ=DAILY;COUNT=3', {}, except));
  t.equal(events().length, 2);
  t.notOk(events().some(({ series }) => series?.date === except[0]));
});

t.test('names what is wrong, and adds a category with its name', async (t) => {
  const { world, entry, load } = await scene();
  t.match((await load(entry('FREQ=NEVER'))).faulty, [{ index: 0, errors: [{ path: '/rule' }] }]);
  t.match((await load(entry('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU'))).faulty, []);
  const other = { ...entry('FREQ=MONTHLY;BYMONTHDAY=15'), sourceKey: 'b' };
  t.match((await load(other)).faulty, [{ index: 0, errors: [{ path: '/startAt' }] }]);
  const chess = { ...entry('FREQ=DAILY;COUNT=1', { category: 'chess' }), sourceKey: 'c' };
  t.equal((await load({ ...chess, categoryName: 'Chess' })).added, 1);
  t.match(
    world.tables.categories.rows().find(({ slug }) => slug === 'chess'),
    { name: 'Chess' },
  );
});
