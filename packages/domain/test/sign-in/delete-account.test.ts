import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { day, minute } from '../../src/time.ts';
import { sessionScene } from '../sessions/session-scene.ts';
import { event, person, refusal, unknownId } from '../support.ts';
import { network, phone, signIn } from './sign-in-scene.ts';

t.test('deleting an account erases personal data but keeps the phone’s budgets spent', async (t) => {
  const { world, session, user, authenticate } = await sessionScene();
  const host = await person(world);
  const { id: eventId } = await event(world, host);
  await world.domain.answerRsvp({ eventId, userId: user.id, state: 'going' });
  await world.domain.deleteAccount({ userId: user.id, sessionId: session.id });
  await world.domain.deleteAccount({ userId: user.id, sessionId: session.id });
  await t.rejects(authenticate(1), refusal('unauthenticated'));
  await t.rejects(world.domain.getProfile({ userId: user.id }), refusal('unauthenticated'));
  t.equal((await world.domain.getEvent({ eventId, callerId: null })).rsvpCount, 0);
  const { record } = await world.dependencies.stores.signIns.find(phone);
  t.strictSame(record.networks, []);
  t.equal(record.sms.unknown.length, 1);
  t.equal(world.tables.signIns.get(phone), undefined, 'the phone itself is gone');
  world.clock.advance(day);
  await world.domain.startSignIn({ phone });
  const again = await world.domain.checkCode({ phone, code: world.smsSent.at(-1)?.code ?? '', network });
  t.equal(again.isNewUser, true);
  t.not(again.user.id, user.id);
});

t.test('only a session that began by a code within ten minutes deletes the account', async (t) => {
  const world = createMemoryWorld();
  const { session, user } = await signIn(world);
  const origin = { sessionId: session.id, network };
  const remove = (sessionId = session.id) =>
    world.domain.deleteAccount({ userId: user.id, sessionId, origin });
  world.clock.advance(9 * minute);
  await world.domain.refreshSession({ sessionId: session.id, generation: 1 });
  world.clock.advance(minute + 1);
  await t.rejects(remove(), refusal('fresh_sign_in_required'), 'a refresh is no sign-in');
  await t.rejects(remove(unknownId as typeof session.id), refusal('fresh_sign_in_required'));
  const stranger = await signIn(world, '+4915112345679');
  await t.rejects(remove(stranger.session.id), refusal('fresh_sign_in_required'), 'of another user');
  t.ok(await world.domain.getProfile({ userId: user.id }));
  const again = await signIn(world);
  world.clock.advance(10 * minute);
  await Promise.all([remove(again.session.id), remove(again.session.id)]);
  await t.rejects(world.domain.getProfile({ userId: user.id }), refusal('unauthenticated'));
  t.ok(await world.domain.getProfile({ userId: stranger.user.id }));
  t.strictSame(
    world.auditEntries.filter(({ event }) => event === 'account_erased'),
    [{ event: 'account_erased', userId: user.id, origin }],
    'recorded once',
  );
});
