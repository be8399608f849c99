import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { after, day, hour, minute } from '../../src/time.ts';
import { event, person, refusal, unknownId } from '../support.ts';
import { mailedToken, privateScene, tokenFor } from './invitation-scene.ts';

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

t.test('an invitation expires after 30 days; a renewed one has another token', async (t) => {
  const world = createMemoryWorld();
  const [organizer, guest] = [await person(world), await person(world)];
  const far = new Date(world.clock.now().getTime() + 100 * day);
  const { id: eventId } = await event(world, organizer, {
    startAt: far,
    endAt: new Date(far.getTime() + hour),
  });
  const invite = () =>
    world.domain.invite({ eventId, callerId: organizer, circleIds: [], userIds: [guest], emails: [] });
  await invite();
  const token = await tokenFor(world, guest);
  const sentAt = world.clock.now().getTime();
  t.strictSame((await world.domain.previewInvitation({ token })).expiresAt, new Date(sentAt + 30 * day));
  world.clock.advance(30 * day);
  t.strictSame(await world.domain.listMyInvitations({ userId: guest }), []);
  await t.rejects(world.domain.previewInvitation({ token }), refusal('invitation_expired'));
  await t.rejects(world.domain.acceptInvitation({ token, userId: guest }), refusal('invitation_expired'));
  t.hasStrict(await invite(), { sent: 1, skipped: 0 });
  t.not(await tokenFor(world, guest), token);
  await t.rejects(
    world.domain.previewInvitation({ token }),
    refusal('invitation_expired'),
    'the old token stays dead',
  );
  world.clock.set(new Date(far.getTime() + hour));
  await t.rejects(invite(), refusal('invalid_request'), 'an ended event takes no invitations');
});

t.test('an invitation expires when its event ends, also when the end is moved', async (t) => {
  const { world, eventId, organizer, invite, accept } = await privateScene();
  const guest = await person(world);
  await invite({ userIds: [guest], emails: ['guest@mail.example'] });
  await world.deliverMails();
  const move = (endAt: Date) =>
    world.domain.updateEvent({ eventId, callerId: organizer, changes: { endAt } });
  const end = new Date(world.clock.now().getTime() + day + minute);
  await move(end);
  const tokens = [await tokenFor(world, guest), mailedToken(world)];
  for (const token of tokens) t.strictSame((await world.domain.previewInvitation({ token })).expiresAt, end);
  world.clock.set(end);
  for (const token of tokens) {
    await t.rejects(world.domain.previewInvitation({ token }), refusal('invitation_expired'));
    await t.rejects(accept(token, guest), refusal('invitation_expired'));
  }
  await t.rejects(world.domain.getEvent({ eventId, callerId: guest }), refusal('event_not_found'));
  await move(new Date(end.getTime() + day));
  t.hasStrict(await accept(tokens[0] ?? '', guest), { myRsvp: 'going' }, 'postponed: open again');
});
