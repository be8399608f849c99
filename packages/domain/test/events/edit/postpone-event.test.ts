import fc from 'fast-check';
import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { createDomain } from '../../../src/create-domain.ts';
import type { EventStatus } from '../../../src/events/event.ts';
import { after, day, hour, minute } from '../../../src/time.ts';
import { event, person, refusal, unknownId } from '../../support.ts';

const openScene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const [callerId, guest, waiting] = [await person(world), await person(world), await person(world)];
  const startAt = after(clock.now(), 2 * day);
  const endAt = after(startAt, 2 * hour);
  const { id: eventId } = await event(world, callerId, { capacity: 2, startAt, endAt });
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  await domain.bookSeats({ eventId, userId: guest, quantity: 2 });
  await domain.bookSeats({ eventId, userId: waiting, quantity: 1 });
  await world.performJobs();
  const later = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await world.performJobs();
  };
  const kinds = async (userId = guest) =>
    (await domain.listNotices({ userId })).items.map(({ kind }) => kind);
  const statusNow = async () => (await domain.getEvent({ eventId, callerId })).status;
  const postpone = () => domain.postponeEvent({ eventId, callerId });
  const change = (changes: object) => domain.updateEvent({ eventId, callerId, changes });
  return {
    world,
    domain,
    callerId,
    guest,
    waiting,
    eventId,
    startAt,
    endAt,
    later,
    kinds,
    postpone,
    change,
    statusNow,
  };
};

t.test(
  'managers postpone, a second time changes nothing, and no list has it until it has a date',
  async (t) => {
    const { world, domain, callerId, guest, eventId, startAt, endAt, postpone, change, statusNow } =
      await openScene();
    const admin = await person(world);
    await domain.addEventAdmin({ eventId, callerId, userId: admin });
    await t.rejects(domain.postponeEvent({ eventId, callerId: guest }), refusal('forbidden'));
    await t.rejects(domain.postponeEvent({ eventId: unknownId, callerId }), refusal('event_not_found'));
    const postponed = await domain.postponeEvent({ eventId, callerId: admin });
    t.match(postponed, { status: 'postponed', startAt, bookedCount: 2, goingCount: 2, sequence: 1 });
    t.equal((await postpone()).sequence, 1);
    const total = async () => (await domain.listEvents({ callerId: null })).total;
    t.equal(await total(), 0);
    t.equal((await domain.searchEvents({ q: 'lantern', callerId: null })).total, 0);
    t.match((await domain.listMyEvents({ role: 'going', callerId: guest })).items, [
      { event: { status: 'postponed' } },
    ]);
    await change({ title: 'Lantern concert, postponed', startAt });
    t.equal(await statusNow(), 'postponed', 'a form that sends the old date sets none');
    await change({ startAt: after(startAt, day), endAt: after(endAt, day) });
    t.equal(await statusNow(), 'scheduled');
    t.equal(await total(), 1);
    await postpone();
    await domain.cancelEvent({ eventId, callerId });
    await t.rejects(postpone(), refusal('event_cancelled'));
    t.equal(await statusNow(), 'cancelled');
  },
);

t.test('guests are told of the postponement at once, then of the new date', async (t) => {
  const { domain, guest, startAt, endAt, kinds, later, postpone, change, callerId } = await openScene();
  await change({ startAt: after(startAt, hour) });
  await postpone();
  await later(6 * minute);
  t.strictSame(await kinds(), ['event_postponed'], 'not of the date that no longer holds');
  t.strictSame(await kinds(callerId), ['event_activity']);
  await later(3 * day);
  t.strictSame(await kinds(), ['event_postponed'], 'no reminder, and the old end says nothing');
  const next = { startAt: after(startAt, 9 * day), endAt: after(endAt, 9 * day) };
  await change(next);
  await later(6 * minute);
  t.match((await domain.listNotices({ userId: guest })).items[0], {
    kind: 'event_changed',
    changes: { startAt: { new: next.startAt.toISOString() } },
  });
});

t.test('an event that takes place as planned after all is told, too', async (t) => {
  const { domain, guest, startAt, kinds, later, postpone, change } = await openScene();
  await postpone();
  await later(minute);
  await change({ startAt: after(startAt, minute) });
  await change({ startAt });
  await later(6 * minute);
  t.strictSame(await kinds(), ['event_changed', 'event_postponed']);
  t.equal((await domain.listNotices({ userId: guest })).items[0]?.changes, null);
});

t.test('a postponed event is cancelled as any other, also after its old end', async (t) => {
  const { domain, callerId, eventId, kinds, later, postpone } = await openScene();
  await postpone();
  await later(3 * day);
  await domain.cancelEvent({ eventId, callerId });
  await later(0);
  t.strictSame(await kinds(), ['event_cancelled', 'event_postponed']);
  const other = await openScene();
  await other.postpone();
  await other.later(3 * day);
  await other.domain.deleteEvent({ eventId: other.eventId, callerId: other.callerId });
  await other.later(0);
  t.strictSame(await other.kinds(), ['event_cancelled', 'event_postponed']);
});

t.test('answers and bookings stay, and end; new ones wait for the date, as does the queue', async (t) => {
  const { world, domain, callerId, guest, waiting, eventId, startAt, endAt, postpone, change, later } =
    await openScene();
  const stranger = await person(world);
  await postpone();
  const refused = refusal('event_postponed');
  await t.rejects(domain.answerRsvp({ eventId, userId: stranger, state: 'going' }), refused);
  await t.rejects(domain.bookSeats({ eventId, userId: stranger, quantity: 1 }), refused);
  await t.rejects(
    domain.invite({ eventId, callerId, circleIds: [], userIds: [stranger], emails: [] }),
    refused,
  );
  await later(3 * day);
  t.match(await domain.bookSeats({ eventId, userId: guest, quantity: 1 }), { booking: { quantity: 1 } });
  const booking = async () => (await domain.getEvent({ eventId, callerId: waiting })).myBooking?.status;
  t.equal(await booking(), 'waitlisted');
  await domain.answerRsvp({ eventId, userId: guest, state: null });
  await change({ startAt: after(startAt, 9 * day), endAt: after(endAt, 9 * day) });
  t.equal(await booking(), 'confirmed');
});

t.test('one that is deleted, cancelled or taken down meanwhile is not postponed', async (t) => {
  for (const [meanwhile, code] of [
    ['remove', 'event_not_found'],
    ['cancel', 'event_cancelled'],
    ['take down', 'event_taken_down'],
  ] as const) {
    const { world, eventId, callerId } = await openScene();
    const { stores } = world.dependencies;
    const events: typeof stores.events = {
      ...stores.events,
      find: async (id) => {
        if (meanwhile === 'remove') await stores.events.remove(id);
        if (meanwhile === 'cancel') await stores.events.cancel(id, world.clock.now());
        if (meanwhile === 'take down')
          await world.domain.takeDownEvent({ operatorId: null, eventId, reason: 'Spam.' });
        return stores.events.find(id);
      },
    };
    const domain = createDomain({ ...world.dependencies, stores: { ...stores, events } });
    await t.rejects(domain.postponeEvent({ eventId, callerId }), refusal(code));
  }
});

t.test('another write in between is kept', async (t) => {
  const { world, eventId, callerId, domain: outside } = await openScene();
  const { stores } = world.dependencies;
  let isFirst = true;
  const events: typeof stores.events = {
    ...stores.events,
    find: async (id) => {
      const found = await stores.events.find(id);
      if (isFirst) await outside.updateEvent({ eventId, callerId, changes: { title: 'Between' } });
      isFirst = false;
      return found;
    },
  };
  const domain = createDomain({ ...world.dependencies, stores: { ...stores, events } });
  t.match(await domain.postponeEvent({ eventId, callerId }), { title: 'Between', status: 'postponed' });
});

type Act = 'postpone' | 'move' | 'rename' | 'cancel';

/** What each act makes of each state: null for what is refused. */
const moves: Readonly<Record<EventStatus, Readonly<Record<Act, EventStatus | null>>>> = {
  scheduled: { postpone: 'postponed', move: 'scheduled', rename: 'scheduled', cancel: 'cancelled' },
  postponed: { postpone: 'postponed', move: 'scheduled', rename: 'postponed', cancel: 'cancelled' },
  cancelled: { postpone: null, move: null, rename: null, cancel: 'cancelled' },
};

t.test('any acts in any order lead where the table says', async (t) => {
  const acts = fc.array(fc.constantFrom<Act>('postpone', 'move', 'rename', 'cancel'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(acts, async (sequence) => {
      const world = createMemoryWorld();
      const callerId = await person(world);
      const { id: eventId, startAt, endAt } = await event(world, callerId);
      let [status, minutes]: [EventStatus, number] = ['scheduled', 0];
      for (const act of sequence) {
        minutes += 1;
        const changes =
          act === 'move' ? { startAt: after(startAt, minutes), endAt } : { title: `${minutes}` };
        const { domain } = world;
        const call =
          act === 'postpone'
            ? domain.postponeEvent({ eventId, callerId })
            : act === 'cancel'
              ? domain.cancelEvent({ eventId, callerId })
              : domain.updateEvent({ eventId, callerId, changes });
        const next: EventStatus | null = moves[status][act];
        if (next === null) await t.rejects(call, refusal('event_cancelled'));
        else t.equal((await call).status, next);
        status = next ?? status;
        t.equal((await domain.listEvents({ callerId: null })).total, status === 'scheduled' ? 1 : 0);
      }
    }),
    { numRuns: 40 },
  );
});
