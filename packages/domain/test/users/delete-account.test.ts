import t from 'tap';
import { day } from '../../src/time.ts';
import { sessionScene } from '../sessions/session-scene.ts';
import { network, phone } from '../sign-in/sign-in-scene.ts';
import { event, person, refusal } from '../support.ts';

t.test('deleting an account erases personal data but keeps the phone’s budgets spent', async (t) => {
  const { world, user, authenticate } = await sessionScene();
  const host = await person(world);
  const { id: eventId } = await event(world, host);
  await world.domain.answerRsvp({ eventId, userId: user.id, state: 'going' });
  await world.domain.deleteAccount({ userId: user.id });
  await world.domain.deleteAccount({ userId: user.id });
  await t.rejects(authenticate(1), refusal('unauthenticated'));
  await t.rejects(world.domain.getProfile({ userId: user.id }), refusal('unauthenticated'));
  t.equal((await world.domain.getEvent({ eventId, callerId: null })).rsvpCount, 0);
  const { record } = await world.dependencies.stores.signIns.find(phone);
  t.strictSame(record.sources, []);
  t.equal(record.smsSentAt.length, 1);
  world.clock.advance(day);
  await world.domain.startSignIn({ phone });
  const again = await world.domain.checkCode({ phone, code: world.smsSent.at(-1)?.code ?? '', network });
  t.equal(again.isNewUser, true);
  t.not(again.user.id, user.id);
});
