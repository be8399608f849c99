import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { createDomain } from '../../../src/index.ts';
import { event, person, refusal } from '../../support.ts';

t.test('only the organizer cancels, and a second time changes nothing', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizerId, admin] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  await domain.addEventAdmin({ eventId, callerId: organizerId, userId: admin });
  await t.rejects(domain.cancelEvent({ eventId, callerId: admin }), refusal('forbidden'));
  t.equal((await domain.cancelEvent({ eventId, callerId: organizerId })).status, 'cancelled');
  t.equal((await domain.cancelEvent({ eventId, callerId: organizerId })).status, 'cancelled');
  t.equal((await domain.listEvents({ callerId: null })).total, 0);
});

t.test('it is cancelled for a reason, in the words of the first time', async (t) => {
  const world = createMemoryWorld();
  const { domain } = world;
  const [organizerId, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizerId);
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  for (const reason of ['x'.repeat(501), 'a\u0000'])
    await t.rejects(
      domain.cancelEvent({ eventId, callerId: organizerId, reason }),
      refusal('invalid_request'),
    );
  const cancel = (reason: string) => domain.cancelEvent({ eventId, callerId: organizerId, reason });
  t.equal((await cancel(' The singer is ill.\n')).cancelReason, 'The singer is ill.');
  t.equal((await cancel('Another one.')).cancelReason, 'The singer is ill.');
  await world.performJobs();
  t.match((await domain.listNotices({ userId: guest })).items, [
    { kind: 'event_cancelled', text: 'The singer is ill.' },
  ]);
  const silent = await event(world, organizerId);
  const { cancelReason } = await domain.cancelEvent({
    eventId: silent.id,
    callerId: organizerId,
    reason: ' ',
  });
  t.equal(cancelReason, null, 'or for none');
});

t.test('an event that is taken down meanwhile is not said to be cancelled', async (t) => {
  const world = createMemoryWorld();
  const { stores } = world.dependencies;
  const callerId = await person(world);
  const { id: eventId } = await event(world, callerId);
  const events: typeof stores.events = {
    ...stores.events,
    cancel: async (...args) => {
      await stores.moderation.takeDown(eventId, { reason: 'Fraud.', at: world.dependencies.clock.now() });
      return stores.events.cancel(...args);
    },
  };
  const domain = createDomain({ ...world.dependencies, stores: { ...stores, events } });
  await t.rejects(domain.cancelEvent({ eventId, callerId }), refusal('event_taken_down'));
});
