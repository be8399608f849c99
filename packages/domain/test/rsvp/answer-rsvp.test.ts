import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { RsvpState } from '../../src/events/rsvp.ts';
import type { UserId } from '../../src/ids.ts';
import { after, hour } from '../../src/time.ts';
import { event, person, problemOf, refusal } from '../support.ts';

t.test('an event that is deleted meanwhile is not found', async (t) => {
  const world = createMemoryWorld();
  const userId = await person(world);
  const { id: eventId } = await event(world, userId);
  const { stores } = world.dependencies;
  const rsvps = { ...stores.rsvps, set: async () => null };
  const domain = createDomain({ ...world.dependencies, stores: { ...stores, rsvps } });
  t.strictSame(await problemOf(domain.answerRsvp({ eventId, userId, state: 'going' })), {
    code: 'event_not_found',
  });
});

t.test('an RSVP is counted once, beyond the capacity too', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId, { capacity: 1 });
  const { domain } = world;
  const going = (userId: UserId) => domain.answerRsvp({ eventId, userId, state: 'going' });
  t.strictSame(await going(organizerId), { myRsvp: 'going', rsvpCount: 1 });
  t.strictSame(await going(guest), { myRsvp: 'going', rsvpCount: 2 });
  t.hasStrict((await domain.listEvents({ callerId: guest })).items[0], { myRsvp: 'going', rsvpCount: 2 });
  t.hasStrict((await domain.listEvents({ callerId: null })).items[0], { myRsvp: null, rsvpCount: 2 });
});

t.test('an RSVP to a cancelled event can only be cleared', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  const respond = (state: RsvpState) => world.domain.answerRsvp({ eventId, userId: guest, state });
  await respond('going');
  await world.domain.cancelEvent({ eventId, callerId: organizerId });
  for (const state of ['going', 'interested'] as const)
    await t.rejects(respond(state), refusal('event_cancelled'));
  t.strictSame(await respond(null), { myRsvp: null, rsvpCount: 0 });
});

t.test('an event that the caller cannot see is not found', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id } = await event(world, organizerId, { visibility: 'private' });
  for (const eventId of [id, 'x'])
    for (const state of ['going', 'interested', null] as const)
      await t.rejects(world.domain.answerRsvp({ eventId, userId: guest, state }), refusal('event_not_found'));
});

t.test('after its deadline an event takes no other answer', async (t) => {
  const world = createMemoryWorld();
  const [organizerId, guest, other] = [await person(world), await person(world), await person(world)];
  const rsvpUntil = after(world.clock.now(), hour);
  const { id: eventId } = await event(world, organizerId, { rsvpUntil });
  const respond = (state: RsvpState, userId = guest) => world.domain.answerRsvp({ eventId, userId, state });
  await respond('going');
  world.clock.set(rsvpUntil);
  await t.rejects(respond('interested'), refusal('rsvp_closed'));
  await t.rejects(respond('going', other), refusal('rsvp_closed'));
  t.strictSame(await respond('going'), { myRsvp: 'going', rsvpCount: 1 });
  const change = (changes: object) =>
    world.domain.updateEvent({ eventId, callerId: organizerId, changes, origin: {} as never });
  t.equal((await change({ rsvpUntil: null })).rsvpUntil, null);
  t.hasStrict(await respond('going', other), { rsvpCount: 2 });
});
