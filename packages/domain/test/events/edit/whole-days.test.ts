import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { noPlace } from '../../../src/events/attendance.ts';
import type { DraftChanges } from '../../../src/events/edit/event-draft.ts';
import { draft, event, faultsOf, person } from '../../support.ts';

const days = {
  isAllDay: true,
  timeZone: 'Europe/Berlin',
  startAt: new Date('2026-10-24T22:00:00.000Z'),
  endAt: new Date('2026-10-25T23:00:00.000Z'),
};
const lisbon = { address: 'Rua Augusta 24, Lisbon', lat: 38.7107, lng: -9.1366 };

const scene = async () => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const create = (changes: DraftChanges = {}) => event(world, organizerId, { ...days, ...changes } as never);
  return { world, organizerId, create };
};
const midnight = (path: string, zone: string) => ({
  path,
  message: `must be a midnight in ${zone}: isAllDay is true`,
});

t.test('whole days begin and end at midnights of the event’s zone', async (t) => {
  const { world, organizerId, create } = await scene();
  const { id, isAllDay } = await create();
  t.equal(isAllDay, true);
  const [listed] = (await world.domain.listEvents({ callerId: null })).items;
  t.equal(listed?.event.isAllDay, true);
  const hour = new Date('2026-10-25T00:00:00.000Z');
  t.strictSame(await faultsOf(create({ startAt: hour })), [midnight('/startAt', 'Europe/Berlin')]);
  t.strictSame(await faultsOf(create({ endAt: hour })), [midnight('/endAt', 'Europe/Berlin')]);
  t.strictSame(await faultsOf(create({ timeZone: 'Europe/Lisbon' })), [
    midnight('/startAt', 'Europe/Lisbon'),
    midnight('/endAt', 'Europe/Lisbon'),
  ]);
  t.match(await faultsOf(create({ endAt: days.startAt })), [
    { path: '/endAt', message: 'must be after startAt' },
  ]);
  const online = { attendance: 'online', onlineUrl: 'https://meet.example.com/', location: noPlace } as const;
  t.equal((await create({ ...online, timeZone: 'europe/berlin' })).isAllDay, true);
  const change = (changes: DraftChanges) =>
    world.domain.updateEvent({ eventId: id, callerId: organizerId, origin: {} as never, changes });
  t.strictSame(await faultsOf(change({ endAt: hour })), [midnight('/endAt', 'Europe/Berlin')]);
  t.match(await faultsOf(change({ location: lisbon, timeZone: 'Europe/Lisbon' })), [
    { path: '/startAt' },
    { path: '/endAt' },
  ]);
  t.equal((await change({ isAllDay: false, endAt: hour })).isAllDay, false);
  t.equal((await change({ endAt: days.endAt })).isAllDay, false, 'nothing is inferred');
});

t.test('a series of whole days keeps them over clock changes', async (t) => {
  const { world, organizerId } = await scene();
  const { domain, tables } = world;
  const startAt = new Date('2026-10-22T22:00:00.000Z');
  const twoDays = { ...days, startAt, endAt: new Date('2026-10-24T22:00:00.000Z') };
  const create = (changes: DraftChanges = {}) =>
    domain.createSeries({
      organizerId,
      draft: draft(world, { ...twoDays, ...changes } as never),
      rule: 'FREQ=DAILY;INTERVAL=2;COUNT=3',
    });
  t.match(await faultsOf(create({ startAt: new Date('2026-10-22T23:00:00.000Z') })), [
    { path: '/event/startAt' },
  ]);
  const { id } = await create();
  const spans = () =>
    tables.events
      .rows()
      .sort((one, other) => +one.startAt - +other.startAt)
      .map(({ startAt, endAt, isAllDay }) => [startAt.toISOString(), endAt.toISOString(), isAllDay]);
  t.strictSame(spans(), [
    ['2026-10-22T22:00:00.000Z', '2026-10-24T22:00:00.000Z', true],
    ['2026-10-24T22:00:00.000Z', '2026-10-26T23:00:00.000Z', true],
    ['2026-10-26T23:00:00.000Z', '2026-10-28T23:00:00.000Z', true],
  ]);
  const change = (changes: object) =>
    domain.changeSeries({ seriesId: id, callerId: organizerId, ...changes } as never);
  t.match(await faultsOf(change({ startTime: '10:00' })), [{ path: '/event/startTime' }]);
  t.match(await faultsOf(change({ durationMinutes: 90 })), [{ path: '/event/durationMinutes' }]);
  await change({ durationMinutes: 24 * 60 });
  t.equal(spans()[1]?.[1], '2026-10-25T23:00:00.000Z');
  await change({ event: { isAllDay: false }, startTime: '10:00', durationMinutes: 60 });
  t.strictSame(spans()[1], ['2026-10-25T09:00:00.000Z', '2026-10-25T10:00:00.000Z', false]);
  t.match(await faultsOf(change({ event: { isAllDay: true } })), [
    { path: '/event/startTime' },
    { path: '/event/durationMinutes' },
  ]);
  await change({ event: { isAllDay: true }, startTime: '00:00', durationMinutes: 24 * 60 });
  t.strictSame(spans()[1], ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', true]);
});

t.test('an import keeps days out of a zone that a host chose', async (t) => {
  const { world, organizerId } = await scene();
  const load = (draftOfLine: object) =>
    world.domain.importEvents({
      organizerId,
      events: [{ sourceKey: 'a', draft: draft(world, draftOfLine), omittedFields: ['timeZone'] }],
    });
  await load(days);
  const [first] = world.tables.events.rows();
  t.equal(first?.isAllDay, true);
  const changes = { isAllDay: false, timeZone: 'America/Lima' };
  const eventId = first?.id ?? '';
  await world.domain.updateEvent({ eventId, callerId: organizerId, origin: {} as never, changes });
  const { changed, faulty } = await load({ ...days, title: 'Other' });
  t.strictSame([changed, faulty], [1, []]);
  t.match(world.tables.events.rows(), [{ title: 'Other', timeZone: 'America/Lima', isAllDay: false }]);
});
