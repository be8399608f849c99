import t from 'tap';
import { day, hour } from '../../src/time.ts';
import { person, refusal, unknownId } from '../support.ts';
import { privateScene } from './invitation-scene.ts';

t.test('the shared link admits each user once, until it is rotated or the event ends', async (t) => {
  const { world, eventId, organizer, invite, accept } = await privateScene();
  const [ada, bob, cyd] = [await person(world), await person(world), await person(world)];
  const { linkToken } = await invite({ userIds: [bob] });
  t.hasStrict(await accept(linkToken, ada), { eventId, myRsvp: 'going' });
  await t.rejects(accept(linkToken, ada), refusal('invitation_already_accepted'));
  await accept(linkToken, bob);
  t.strictSame(await world.domain.listMyInvitations({ userId: bob }), [], 'the personal one is closed too');
  const rotated = await world.domain.rotateInviteLink({ eventId, callerId: organizer });
  await t.rejects(accept(linkToken, cyd), refusal('invitation_expired'));
  await t.rejects(world.domain.previewInvitation({ token: linkToken }), refusal('invitation_expired'));
  t.equal((await invite({ userIds: [unknownId] })).linkToken, rotated.linkToken);
  t.ok(await world.domain.getEvent({ eventId, callerId: ada }), 'who joined stays');
  world.clock.advance(day + 2 * hour);
  await t.rejects(accept(rotated.linkToken, cyd), refusal('invitation_expired'));
  await t.rejects(accept('unknown', cyd), refusal('invitation_not_found'));
});
