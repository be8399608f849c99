import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { EventDraft } from '../../src/events/event-fields.ts';
import type { UserId } from '../../src/ids.ts';
import type { ChangeSeries } from '../../src/series/change-series.ts';
import { defaultSettings } from '../../src/settings.ts';
import { after, day, hour } from '../../src/time.ts';
import { faultsOf, person, problemOf, refusal, draft as someDraft, unknownId } from '../support.ts';

const scene = async (
  rule = 'FREQ=DAILY;COUNT=5',
  changes: Partial<EventDraft> = {},
  world = createMemoryWorld(),
) => {
  const { domain } = world;
  const [organizerId, guest] = [await person(world), await person(world)];
  const create = (rule: string, changes: Partial<EventDraft> = {}) =>
    domain.createSeries({ organizerId, draft: someDraft(world, changes), rule });
  const { id, events } = await create(rule, changes);
  const change = (changes: Omit<ChangeSeries, 'seriesId' | 'callerId'>, callerId = organizerId) =>
    domain.changeSeries({ seriesId: id, callerId, ...changes });
  const idOf = (index: number) => events[index]?.id ?? '';
  const read = (index: number, callerId: UserId | null = null) =>
    domain.getEvent({ eventId: idOf(index), callerId });
  return { world, domain, organizerId, guest, create, id, events, idOf, read, change };
};

t.test('only its organizer changes or cancels a series', async (t) => {
  const { domain, guest, id, change } = await scene();
  for (const seriesId of ['none', unknownId]) {
    await t.rejects(domain.getSeries({ seriesId, callerId: guest }), refusal('not_found'));
    await t.rejects(domain.cancelSeries({ seriesId, callerId: guest }), refusal('not_found'));
    await t.rejects(domain.answerSeries({ seriesId, userId: guest, state: 'going' }), refusal('not_found'));
  }
  await t.rejects(domain.cancelSeries({ seriesId: id, callerId: guest }), refusal('forbidden'));
  await t.rejects(change({}, guest), refusal('forbidden'));
});

t.test('refuses what is no series', async (t) => {
  const { create, change } = await scene();
  t.match(await faultsOf(create('FREQ=HOURLY')), [{ path: '/rule' }]);
  t.match(await faultsOf(create('FREQ=DAILY', { title: '' })), [{ path: '/event/title' }]);
  t.match(await faultsOf(create('FREQ=MONTHLY;BYMONTHDAY=29')), [{ path: '/event/startAt' }]);
  t.match(await faultsOf(create('FREQ=DAILY', { category: 'unknown' })), [{ path: '/category' }]);
  t.match(await faultsOf(change({ rule: 'FREQ=NEVER' })), [{ path: '/rule' }]);
  t.match(await faultsOf(change({ startTime: '24:00' })), [{ path: '/event/startTime' }]);
  t.match(await faultsOf(change({ durationMinutes: 1.5 })), [{ path: '/event/durationMinutes' }]);
  t.match(await faultsOf(change({ event: { capacity: 0 } })), [{ path: '/event/capacity' }]);
  t.match(await faultsOf(change({ rule: 'FREQ=DAILY;UNTIL=20200101' })), [{ path: '/rule' }]);
});

t.test('dates keep to what a person plans', async (t) => {
  const world = createMemoryWorld({ settings: defaultSettings });
  const { change, create } = await scene('FREQ=DAILY', {}, world);
  t.match(await faultsOf(change({ durationMinutes: 93 * 24 * 60 })), [{ path: '/event/durationMinutes' }]);
  t.match(await faultsOf(change({ from: new Date(0) })), [{ path: '/from' }]);
  const startAt = after(world.clock.now(), -2 * day);
  t.match(await faultsOf(create('FREQ=DAILY', { startAt })), [{ path: '/event/startAt' }]);
  const last = new Date('9999-12-30T10:00:00Z');
  t.match(await faultsOf(create('FREQ=DAILY', { startAt: last, endAt: after(last, 1) })), [
    { path: '/event/startAt' },
  ]);
});

t.test('a change begins where events are made', async (t) => {
  const { world, change } = await scene('FREQ=DAILY');
  const far = after(world.clock.now(), 800 * day);
  t.match(await faultsOf(change({ from: far })), [{ path: '/from' }]);
});

t.test('local times move all events, and nothing that is the same is written', async (t) => {
  const { change, read, events } = await scene();
  const before = await read(0);
  const movedSeries = await change({ startTime: '19:30', durationMinutes: 60 });
  t.equal(movedSeries.events.length, events.length);
  const { startAt, endAt, sequence } = await read(0);
  t.equal(startAt.toISOString().slice(11, 16), '18:30');
  t.strictSame([endAt, sequence], [after(startAt, hour), before.sequence + 1]);
  await change({ startTime: '19:30', event: { title: 'Lantern concert' } });
  t.equal((await read(0)).sequence, sequence);
});

t.test('the deadline keeps its distance to each start', async (t) => {
  const now = createMemoryWorld().clock.now();
  const { read, change } = await scene('FREQ=DAILY;COUNT=2', { rsvpUntil: after(now, 20 * hour) });
  for (const index of [0, 1]) {
    const { startAt, rsvpUntil } = await read(index);
    t.strictSame(rsvpUntil, after(startAt, -4 * hour));
  }
  await change({ startTime: '21:00' });
  const { startAt, rsvpUntil } = await read(1);
  t.strictSame(rsvpUntil, after(startAt, -4 * hour));
});

t.test('events before an instant, and those changed on their own, stay', async (t) => {
  const { domain, organizerId, events, idOf, read, change } = await scene();
  await domain.updateEvent({ eventId: idOf(3), callerId: organizerId, changes: { title: 'Own' } });
  await change({ event: { title: 'Other' }, from: events[2]?.startAt });
  const titles = await Promise.all([0, 1, 2, 3, 4].map(async (index) => (await read(index)).title));
  t.strictSame(titles, ['Lantern concert', 'Lantern concert', 'Other', 'Own', 'Other']);
});

t.test('metadata changes name by name in each event, and stays within its bounds', async (t) => {
  const ten = (letter: string, value: string | null = '') =>
    Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`${letter}${index}`, value]));
  const metadata = { ...(ten('a') as Record<string, string>), ...(ten('b') as Record<string, string>) };
  const { events, read, change } = await scene(undefined, { metadata, tags: ['x'] });
  await change({ event: { metadata: ten('b', null), tags: ['y'] }, from: events[2]?.startAt });
  const sizes = async () =>
    Promise.all(
      [1, 2].map(async (index) => {
        const { metadata, tags } = await read(index);
        return [Object.keys(metadata).length, tags];
      }),
    );
  t.strictSame(await sizes(), [
    [20, ['x']],
    [10, ['y']],
  ]);
  t.match(await faultsOf(change({ event: { metadata: ten('c') } })), [{ path: '/event/metadata' }]);
  t.strictSame(await sizes(), [
    [20, ['x']],
    [10, ['y']],
  ]);
  await change({ event: { metadata: { ...ten('c'), ...ten('b', null) } } });
  t.strictSame(await sizes(), [
    [20, ['x']],
    [20, ['y']],
  ]);
});

t.test('a new rule keeps, cancels with guests, and deletes without', async (t) => {
  const { domain, guest, events, idOf, read, change } = await scene('FREQ=DAILY;COUNT=4');
  await domain.answerRsvp({ eventId: idOf(1), userId: guest, state: 'going' });
  const changedSeries = await change({ rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3', from: events[0]?.startAt });
  t.strictSame(
    changedSeries.events.map(({ startAt }) => startAt),
    [0, 2, 4].map((days) => after(events[0]?.startAt as Date, days * day)),
  );
  t.equal((await read(1, guest)).status, 'cancelled');
  await t.rejects(read(3), refusal('event_not_found'));
});

t.test('a new rule counts from the event at its instant, also when the time of day changes', async (t) => {
  for (const [startTime, sinceSecond, kept] of [
    ['00:05', 0, [0, 1, 3]],
    ['23:55', 1, [0, 1, 2, 4]],
  ] as const) {
    const { events, change } = await scene('FREQ=DAILY;COUNT=6');
    const [, second] = events;
    const from = second && after(second.startAt, sinceSecond);
    const changedSeries = await change({ rule: 'FREQ=DAILY;INTERVAL=2;COUNT=2', startTime, from });
    t.strictSame(
      changedSeries.events.map(({ id }) => id),
      kept.map((index) => events[index]?.id),
      startTime,
    );
  }
});

t.test('a new rule without an instant adds no date before the first', async (t) => {
  const { events, change } = await scene('FREQ=WEEKLY;COUNT=3');
  const first = events[0]?.startAt as Date;
  const changedSeries = await change({ rule: 'FREQ=DAILY;COUNT=3' });
  t.strictSame(
    changedSeries.events.map(({ startAt }) => startAt),
    [0, 1, 2].map((days) => after(first, days * day)),
  );
});

t.test('a new rule of a series that has begun counts from now', async (t) => {
  const world = createMemoryWorld();
  const { events, change } = await scene('FREQ=DAILY;COUNT=4', {}, world);
  const first = events[0]?.startAt as Date;
  world.clock.set(after(first, 1.5 * day));
  const changedSeries = await change({ rule: 'FREQ=DAILY;COUNT=2' });
  t.strictSame(
    changedSeries.events.map(({ startAt }) => startAt),
    [2, 3].map((days) => after(first, days * day)),
  );
});

t.test('a date that was deleted by hand is not made again', async (t) => {
  const { domain, organizerId, idOf, change } = await scene('FREQ=DAILY;COUNT=3');
  await domain.deleteEvent({ eventId: idOf(1), callerId: organizerId });
  t.equal((await change({ rule: 'FREQ=DAILY;COUNT=3' })).events.length, 2);
});

t.test('a capacity below what is booked changes nothing', async (t) => {
  const { domain, guest, idOf, read, change } = await scene('FREQ=DAILY;COUNT=2', { capacity: 5 });
  await domain.bookSeats({ eventId: idOf(1), userId: guest, quantity: 3 });
  await t.rejects(change({ event: { capacity: 2 } }), refusal('capacity_below_booked', { bookedCount: 3 }));
  t.strictSame([(await read(0)).capacity, (await read(1)).capacity], [5, 5]);
});

t.test('a series that is made private shows each guest what is theirs', async (t) => {
  const { domain, guest, id, idOf, change } = await scene();
  await domain.answerRsvp({ eventId: idOf(1), userId: guest, state: 'going' });
  await change({ event: { visibility: 'private' } });
  const view = await domain.getSeries({ seriesId: id, callerId: guest });
  t.strictSame(
    view.events.map((event) => event.id),
    [idOf(1)],
  );
  t.strictSame(await domain.answerSeries({ seriesId: id, userId: guest, state: 'interested' }), {
    myRsvp: 'interested',
    events: 1,
  });
  await t.rejects(domain.getSeries({ seriesId: id, callerId: null }), refusal('not_found'));
});

t.test('a cancelled series takes no change and no answer, but gives them back', async (t) => {
  const { world, domain, organizerId, guest, id, read, change } = await scene('FREQ=DAILY');
  await domain.answerSeries({ seriesId: id, userId: guest, state: 'going' });
  const cancel = () => domain.cancelSeries({ seriesId: id, callerId: organizerId });
  const cancelledSeries = await cancel();
  t.match(cancelledSeries, { isCancelled: true, events: [] });
  const { sequence } = await read(0);
  t.strictSame(await cancel(), cancelledSeries);
  t.equal((await read(0)).sequence, sequence);
  await t.rejects(change({ event: { title: 'Late' } }), refusal('event_cancelled'));
  const answer = (state: 'going' | null) => domain.answerSeries({ seriesId: id, userId: guest, state });
  await t.rejects(answer('going'), refusal('event_cancelled'));
  t.match(await answer(null), { myRsvp: null });
  world.clock.advance(30 * day);
  t.equal(await domain.extendSeries(), 0);
});

t.test('later events are made once, and have the answers to the series', async (t) => {
  const { world, domain, guest, id } = await scene('FREQ=DAILY');
  const count = () => world.tables.events.rows().length;
  while ((await domain.extendSeries()) > 0);
  const first = count();
  await domain.answerSeries({ seriesId: id, userId: guest, state: 'going' });
  world.clock.advance(10 * day);
  const counts = await Promise.all([domain.extendSeries(), domain.extendSeries()]);
  t.equal(counts[0] + counts[1], count() - first);
  t.equal(count() - first, 9, 'the first date was a day ahead');
  const last = world.tables.events.rows().sort((a, b) => b.startAt.getTime() - a.startAt.getTime())[0];
  t.equal((await domain.getEvent({ eventId: last?.id ?? '', callerId: guest })).myRsvp, 'going');
});

t.test('a series of an account that is gone meanwhile is none', async (t) => {
  const { world, create, domain, organizerId, id } = await scene();
  await world.dependencies.stores.moderation.suspend(organizerId, { reason: 'Spam.', at: world.clock.now() });
  t.match(await problemOf(create('FREQ=DAILY')), { code: 'not_found' });
  t.equal(await domain.extendSeries(), 0);
  t.ok(id);
});
