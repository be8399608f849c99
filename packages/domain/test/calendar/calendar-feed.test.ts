import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { day } from '../../src/time.ts';
import { event, person, refusal } from '../support.ts';

t.test('a feed lists its owner’s going events under a token that can be rotated', async (t) => {
  const world = createMemoryWorld();
  const [host, guest] = [await person(world), await person(world)];
  const { domain } = world;
  const { id: eventId } = await event(world, host, { visibility: 'public' });
  const { token } = await domain.getCalendarFeed({ userId: guest });
  t.strictSame(await domain.readCalendarFeed({ token }), []);
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  t.hasStrict(await domain.readCalendarFeed({ token }), [{ id: eventId, status: 'scheduled', sequence: 0 }]);
  await domain.updateEvent({ eventId, callerId: host, changes: { title: 'Moved' } });
  await domain.cancelEvent({ eventId, callerId: host });
  t.hasStrict(await domain.readCalendarFeed({ token }), [
    { title: 'Moved', status: 'cancelled', sequence: 2 },
  ]);
  world.clock.advance(80 * day);
  t.equal((await domain.readCalendarFeed({ token })).length, 1, 'ended events stay listed for a while');
  world.clock.advance(20 * day);
  t.equal((await domain.readCalendarFeed({ token })).length, 0);
  const fresh = await domain.rotateCalendarFeed({ userId: guest });
  await t.rejects(domain.readCalendarFeed({ token }), refusal('not_found'));
  t.strictSame(await domain.readCalendarFeed(fresh), []);
});
