import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { FeedAddress } from '../../src/calendar/calendar-feed.ts';
import { cutText } from '../../src/calendar/cut-text.ts';
import { day } from '../../src/time.ts';
import { event, person, refusal } from '../support.ts';

t.test('a feed lists its owner’s going events under a token that can be rotated', async (t) => {
  const world = createMemoryWorld();
  const [host, guest] = [await person(world), await person(world)];
  const { domain } = world;
  const read = async (address: FeedAddress) => domain.readCalendarFeed(await domain.findFeedOwner(address));
  const { id: eventId } = await event(world, host, { visibility: 'public' });
  const { token } = await domain.getCalendarFeed({ userId: guest });
  t.strictSame(await read({ token }), []);
  await domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  t.hasStrict(await read({ token }), [{ id: eventId, status: 'scheduled', sequence: 0 }]);
  await domain.updateEvent({ eventId, callerId: host, changes: { title: 'Moved' } });
  await domain.cancelEvent({ eventId, callerId: host });
  t.hasStrict(await read({ token }), [{ title: 'Moved', status: 'cancelled', sequence: 2 }]);
  world.clock.advance(900 * day);
  t.equal((await read({ token })).length, 1, 'ended events stay');
  const fresh = await domain.rotateCalendarFeed({ userId: guest });
  await t.rejects(read({ token }), refusal('not_found'));
  t.equal((await read(fresh)).length, 1);
});

t.test('a text is cut by characters, and no grapheme is split', async (t) => {
  t.equal(cutText('abc', 3), 'abc');
  t.equal(cutText('abcd', 3), 'abc');
  t.equal(cutText('😀😀😀', 3), '😀😀😀');
  t.equal(cutText('😀😀😀😀', 3), '😀😀😀');
  t.equal(cutText('abe\u0301', 3), 'ab');
  t.equal(cutText('ab👩\u200d👧', 4), 'ab');
  t.equal(cutText('a👩\u200d👧b', 4), 'a👩\u200d👧');
  t.equal(cutText('x'.repeat(10_000), 500).length, 500);
  t.equal([...cutText('👩\u200d'.repeat(1_000), 500)].length, 500, 'an endless grapheme is cut');
});
