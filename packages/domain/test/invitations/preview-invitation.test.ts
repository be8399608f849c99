import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { after, day } from '../../src/time.ts';
import { event, person, unknownId } from '../support.ts';

t.test('the link expires with the event, a personal invitation after 30 days', async (t) => {
  const world = createMemoryWorld();
  const [organizer, guest] = [await person(world), await person(world)];
  const sentAt = world.clock.now();
  const endAt = after(sentAt, 100 * day);
  const { id: eventId } = await event(world, organizer, { endAt });
  const { linkToken } = await world.domain.invite({
    eventId,
    callerId: organizer,
    circleIds: [],
    userIds: [guest, unknownId],
    emails: [],
  });
  const [mine] = await world.domain.listMyInvitations({ userId: guest });
  t.strictSame((await world.domain.previewInvitation({ token: linkToken })).expiresAt, endAt);
  t.strictSame(
    (await world.domain.previewInvitation({ token: mine?.token ?? '' })).expiresAt,
    after(sentAt, 30 * day),
  );
});
