import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { EventDraft } from '../../src/events/event-fields.ts';
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

const cancelledEvent: ImportedEvent = { sourceKey: 'a', draft: null };

t.test('a series is added once, and cancelled for good', async (t) => {
  const { world, entry, load, events } = await scene();
  const weekly = entry('FREQ=WEEKLY;COUNT=3');
  t.strictSame(await load(cancelledEvent), { ...nothing, unknownCancelled: 1 });
  t.strictSame(await load({ ...cancelledEvent, series: weekly.series }), { ...nothing, unknownCancelled: 1 });
  t.strictSame(await load(weekly, { isTrial: true }), { ...nothing, added: 1 });
  t.equal(events().length, 0);
  t.strictSame(await load(weekly), { ...nothing, added: 1 });
  t.equal(events().length, 3);
  t.strictSame(await load(weekly), { ...nothing, unchanged: 1 });
  t.strictSame(await load({ ...weekly, series: undefined }), { ...nothing, unchanged: 1 });
  t.equal(events().length, 3);
  t.strictSame(await load(cancelledEvent, { isTrial: true }), { ...nothing, cancelled: 1 });
  t.equal(world.tables.series.rows()[0]?.isCancelled, false);
  t.strictSame(await load(cancelledEvent), { ...nothing, cancelled: 1 });
  t.strictSame(
    events().map(({ status }) => status),
    ['cancelled', 'cancelled', 'cancelled'],
  );
  t.strictSame(await load(cancelledEvent), { ...nothing, unchanged: 1 });
  t.strictSame(await load(weekly), { ...nothing, closed: 1 });
});

t.test('a series that two imports cancel at once is cancelled once', async (t) => {
  const { world, entry, load, events } = await scene();
  await load(entry('FREQ=DAILY;COUNT=2'));
  await Promise.all([load(cancelledEvent), load(cancelledEvent)]);
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

t.test('makes an event of a day that is left out no more', async (t) => {
  const { world, organizerId, entry, load, events } = await scene();
  const date = after(world.clock.now(), 2 * day)
    .toISOString()
    .slice(0, 10);
  await load(entry('FREQ=DAILY;COUNT=4'));
  const eventId = events()[1]?.id ?? '';
  await world.domain.answerRsvp({ eventId, userId: await person(world), state: 'going' });
  t.strictSame(await load(entry('FREQ=DAILY;COUNT=4', {}, [date])), { ...nothing, changed: 1 });
  t.equal(events().find(({ id }) => id === eventId)?.status, 'cancelled');
  const back = entry('FREQ=DAILY;COUNT=4');
  t.strictSame(await load(back, { isTrial: true }), { ...nothing, changed: 1 });
  t.strictSame(await load(back), { ...nothing, changed: 1 });
  t.strictSame(await load(back), { ...nothing, unchanged: 1 });
  const madeEvents = events().filter(({ series, status }) => series?.date === date && status === 'scheduled');
  t.equal(madeEvents.length, 1);
  await world.domain.deleteEvent({ eventId: madeEvents[0]?.id ?? '', callerId: organizerId });
  t.strictSame(await load(back), { ...nothing, unchanged: 1 }, 'deleted by hand');
});

t.test('names what is wrong, and adds a category', async (t) => {
  const { world, entry, load } = await scene();
  t.match((await load(entry('FREQ=NEVER'))).faulty, [{ index: 0, errors: [{ path: '/rule' }] }]);
  t.match((await load(entry('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU'))).faulty, []);
  const other = { ...entry('FREQ=MONTHLY;BYMONTHDAY=15'), sourceKey: 'b' };
  t.match((await load(other)).faulty, [{ index: 0, errors: [{ path: '/startAt' }] }]);
  const chess = { ...entry('FREQ=DAILY;COUNT=1', { category: 'chess' }), sourceKey: 'c' };
  t.equal((await load(chess)).added, 1);
  t.match(
    world.tables.categories.rows().find(({ slug }) => slug === 'chess'),
    { name: 'Chess' },
  );
});

/** Whether two imports of a series differ, and what there is after the second. */
const twice = async (
  rule: string,
  second: Partial<EventDraft> & { rule?: string; except?: readonly string[] },
  between: (scene: Awaited<ReturnType<typeof sceneOfSeries>>) => Promise<unknown> = async () => undefined,
) => {
  const seriesScene = await sceneOfSeries(rule);
  await between(seriesScene);
  const { rule: text = rule, except = [], ...changes } = second;
  const again = seriesScene.entry(text, changes, except);
  const trial = await seriesScene.load(again, { isTrial: true });
  const before = JSON.stringify(seriesScene.events());
  const outcome = await seriesScene.load(again);
  return { ...seriesScene, again, trial, outcome, changed: before !== JSON.stringify(seriesScene.events()) };
};

const sceneOfSeries = async (rule: string) => {
  const seriesScene = await scene();
  await seriesScene.load(seriesScene.entry(rule));
  const guest = await person(seriesScene.world);
  const dateIn = (days: number) =>
    after(seriesScene.world.clock.now(), days * day)
      .toISOString()
      .slice(0, 10);
  const answer = (index: number) =>
    seriesScene.world.domain.answerRsvp({
      eventId: seriesScene.events()[index]?.id ?? '',
      userId: guest,
      state: 'going',
    });
  return { ...seriesScene, guest, answer, dateIn };
};

t.test('an import changes a series as its organizer would, once', async (t) => {
  const { world, load, again, events, trial, outcome } = await twice(
    'FREQ=DAILY;COUNT=3',
    { title: 'Other', location: { address: 'Elsewhere 2', lat: 52.5, lng: 13.4 } },
    ({ answer }) => answer(1),
  );
  t.strictSame(
    [trial, outcome],
    [
      { ...nothing, changed: 1 },
      { ...nothing, changed: 1 },
    ],
  );
  t.strictSame(
    events().map(({ title, location, sequence }) => [title, location.address, sequence]),
    Array(3).fill(['Other', 'Elsewhere 2', 1]),
  );
  t.equal(world.tables.changes.rows().filter(({ kind }) => kind === 'series.edited').length, 1);
  t.strictSame(await load(again), { ...nothing, unchanged: 1 });
  t.equal(events()[0]?.sequence, 1);
  t.strictSame(await load(again, { keepsKnown: true }), { ...nothing, unchanged: 1 });
});

t.test('an import moves the times of a series', async (t) => {
  const { world, events, outcome } = await twice('FREQ=DAILY;COUNT=2', {
    startAt: after(createMemoryWorld().clock.now(), day + hour),
    endAt: after(createMemoryWorld().clock.now(), day + 2 * hour),
  });
  t.equal(outcome.changed, 1);
  t.strictSame(
    events().map(({ startAt, endAt }) => [startAt, endAt]),
    [1, 2].map((days) => [25, 26].map((hours) => after(world.clock.now(), (days - 1) * day + hours * hour))),
  );
});

t.test('a new rule of the source makes, cancels and deletes events', async (t) => {
  const { events, dateIn, outcome } = await twice(
    'FREQ=DAILY;COUNT=4',
    { rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3' },
    ({ answer }) => answer(1),
  );
  t.equal(outcome.changed, 1);
  t.strictSame(
    events().map(({ startAt, status }) => [startAt.toISOString().slice(0, 10), status]),
    [
      [dateIn(1), 'scheduled'],
      [dateIn(2), 'cancelled'],
      [dateIn(3), 'scheduled'],
      [dateIn(5), 'scheduled'],
    ],
  );
});

t.test('days without an event may come with any import', async (t) => {
  const { dateIn } = await sceneOfSeries('FREQ=DAILY;COUNT=4');
  const except = [dateIn(2), dateIn(3), dateIn(700)];
  const { world, load, again, events, outcome } = await twice('FREQ=DAILY', { except }, ({ answer }) =>
    answer(1),
  );
  t.equal(outcome.changed, 1);
  const stateOn = (date: string) =>
    events().find(({ startAt }) => startAt.toISOString().startsWith(date))?.status;
  t.strictSame([dateIn(1), dateIn(2), dateIn(3), dateIn(4)].map(stateOn), [
    'scheduled',
    'cancelled',
    undefined,
    'scheduled',
  ]);
  t.strictSame(await load(again), { ...nothing, unchanged: 1 });
  world.clock.advance(400 * day);
  await world.domain.extendSeries();
  t.strictSame([dateIn(699), dateIn(700), dateIn(701)].map(stateOn), ['scheduled', undefined, 'scheduled']);
});

t.test('a first date that moves on changes nothing, and the past stays', async (t) => {
  const { world, entry, load, events } = await sceneOfSeries('FREQ=DAILY;UNTIL=20260731');
  world.clock.advance(10 * day);
  const before = JSON.stringify(events());
  const rolledEvent = entry('FREQ=DAILY;UNTIL=20260731');
  t.strictSame(await load(rolledEvent), { ...nothing, unchanged: 1 });
  t.ok(JSON.stringify(events()) === before);
});

t.test('events changed on their own stay as they are', async (t) => {
  const { events } = await twice('FREQ=DAILY;COUNT=3', { title: 'Other' }, ({ world, organizerId, events }) =>
    world.domain.updateEvent({
      eventId: events()[0]?.id ?? '',
      callerId: organizerId,
      changes: { title: 'Own' },
    }),
  );
  t.strictSame(
    events().map(({ title }) => title),
    ['Own', 'Other', 'Other'],
  );
});

t.test('what a line leaves out stays, and seats that are booked too', async (t) => {
  const { world, entry, load, events, guest } = await sceneOfSeries('FREQ=DAILY;COUNT=2');
  const other = entry('FREQ=DAILY;COUNT=2', { capacity: 5, coverUrl: 'https://pics.example/a.jpg' });
  t.equal((await load(other)).changed, 1);
  const without = { ...entry('FREQ=DAILY;COUNT=2'), omittedFields: ['capacity', 'coverUrl'] as const };
  t.strictSame(await load(without), { ...nothing, unchanged: 1 });
  await world.domain.bookSeats({ eventId: events()[1]?.id ?? '', userId: guest, quantity: 4 });
  const small = await load(entry('FREQ=DAILY;COUNT=2', { capacity: 3, title: 'Other' }));
  t.match(small, { changed: 0, faulty: [{ index: 0, errors: [{ path: '/capacity' }] }] });
  t.strictSame(
    events().map(({ capacity, title }) => [capacity, title]),
    [1, 2].map(() => [5, events()[0]?.title]),
  );
  t.match((await load(entry('FREQ=MONTHLY;BYMONTHDAY=15'))).faulty, [{ errors: [{ path: '/startAt' }] }]);
});

t.test('a series that is cancelled while it is imported stays cancelled', async (t) => {
  const { world, entry, load, organizerId } = await sceneOfSeries('FREQ=DAILY;COUNT=2');
  const [series] = world.tables.series.rows();
  const [, outcome] = await Promise.all([
    world.domain.cancelSeries({ seriesId: series?.id ?? '', callerId: organizerId }),
    load(entry('FREQ=DAILY;COUNT=2', { title: 'Other' })),
  ]);
  t.equal(outcome.changed + outcome.closed, 1);
  t.equal(world.tables.series.rows()[0]?.isCancelled, true);
});
