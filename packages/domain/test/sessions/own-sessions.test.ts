import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import type { SessionId } from '../../src/ids.ts';
import { limits } from '../../src/limits.ts';
import { openSession } from '../../src/sessions/session.ts';
import { after, day, minute } from '../../src/time.ts';
import { lastCode, network, phone, signIn } from '../sign-in/sign-in-scene.ts';
import { refusal, unknownId } from '../support.ts';

/** A user who signed in on a phone and, an hour later, on a tablet; and another user. */
const scene = async () => {
  const world = createMemoryWorld();
  const { domain, clock } = world;
  const onDevice = async (clientName: string) => {
    await domain.startSignIn({ phone });
    return (await domain.checkCode({ phone, code: lastCode(world), network, clientName })).session;
  };
  const mobile = await onDevice('Phone');
  clock.advance(60 * minute);
  const tablet = await onDevice('Tablet');
  const stranger = (await signIn(world, '+4915112345679')).session;
  const { userId } = mobile;
  const origin = { sessionId: tablet.id, network };
  const list = () => domain.listSessions({ userId, sessionId: tablet.id });
  const end = (sessionId: string) =>
    domain.endSession({ userId, currentSessionId: tablet.id, sessionId, origin });
  const isIn = ({ id: sessionId, userId }: typeof mobile) =>
    domain.authenticate({ sessionId, userId, generation: 1 }).then(
      () => true,
      () => false,
    );
  const ended = () => world.auditEntries.filter(({ event }) => event === 'session_ended');
  return { world, mobile, tablet, stranger, userId, origin, list, end, isIn, ended };
};

t.test('a user sees their own sessions with the device that signed in', async (t) => {
  const { world, mobile, tablet, list } = await scene();
  const view = ({ id, createdAt, device }: typeof mobile) => ({ id, createdAt, device });
  t.strictSame(await list(), [
    { ...view(tablet), lastUsedAt: world.clock.now(), isCurrent: true },
    { ...view(mobile), lastUsedAt: mobile.createdAt, isCurrent: false },
  ]);
  t.strictSame(tablet.device, 'Tablet');
  world.clock.advance(minute);
  await world.domain.refreshSession({ sessionId: mobile.id, generation: 1 });
  world.clock.advance(minute);
  const [first, second] = await list();
  t.strictSame([first?.id, first?.lastUsedAt], [mobile.id, after(world.clock.now(), -minute)]);
  t.strictSame([second?.id, second?.lastUsedAt], [tablet.id, world.clock.now()], 'used by this very request');
});

t.test('the list is bounded', async (t) => {
  const { world, userId, list } = await scene();
  const { sessions } = world.dependencies.stores;
  for (let count = 0; count < limits.sessions; count += 1) {
    const id = world.dependencies.ids.next() as SessionId;
    await sessions.open(openSession(id, userId, after(world.clock.now(), count - day)));
  }
  t.equal((await list()).length, limits.sessions);
});

t.test('a user ends one session, which stops working at once', async (t) => {
  const { mobile, tablet, userId, origin, list, end, isIn, ended } = await scene();
  await end(mobile.id.toUpperCase());
  t.strictSame([await isIn(mobile), await isIn(tablet)], [false, true]);
  t.strictSame(
    (await list()).map(({ id }) => id),
    [tablet.id],
  );
  await t.rejects(end(mobile.id), refusal('not_found'), 'it is gone');
  const entry = { event: 'session_ended', userId, origin, reason: 'user_ended_session' };
  t.strictSame(ended(), [{ ...entry, sessionId: mobile.id }]);
  await end(tablet.id);
  t.equal(await isIn(tablet), false, 'their own too');
});

t.test('a session of another user cannot be ended', async (t) => {
  const { world, mobile, stranger, end, isIn, ended } = await scene();
  for (const id of [stranger.id, unknownId, 'x', '']) await t.rejects(end(id), refusal('not_found'), id);
  t.strictSame([await isIn(stranger), await isIn(mobile)], [true, true]);
  world.clock.advance(30 * day);
  const { userId, id: currentSessionId } = (await signIn(world, phone)).session;
  const expiredPromise = world.domain.endSession({ userId, currentSessionId, sessionId: mobile.id });
  await t.rejects(expiredPromise, refusal('not_found'), 'an expired one');
  t.strictSame(ended(), []);
});

t.test('others are ended by a session that began by a code within 10 minutes', async (t) => {
  const { world, mobile, tablet, userId, origin, end, isIn } = await scene();
  world.clock.advance(10 * minute);
  await end(mobile.id);
  world.clock.advance(1);
  for (const id of [mobile.id, unknownId, 'x'])
    await t.rejects(end(id), refusal('fresh_sign_in_required'), id);
  const endOthers = world.domain.endOtherSessions({ userId, sessionId: tablet.id, origin });
  await t.rejects(endOthers, refusal('fresh_sign_in_required'));
  await end(tablet.id);
  t.equal(await isIn(tablet), false, 'the own one at any time');
});

t.test('of two requests to end a session one does', async (t) => {
  const { mobile, end, ended } = await scene();
  const [first, second] = [end(mobile.id), end(mobile.id)];
  await first;
  await t.rejects(second, refusal('not_found'));
  t.equal(ended().length, 1);
});

t.test('a user ends all other sessions', async (t) => {
  const { world, mobile, tablet, stranger, userId, origin, isIn, ended } = await scene();
  const endOthers = () => world.domain.endOtherSessions({ userId, sessionId: tablet.id, origin });
  await endOthers();
  t.strictSame([await isIn(mobile), await isIn(tablet), await isIn(stranger)], [false, true, true]);
  await endOthers();
  const entry = { event: 'session_ended', userId, origin, reason: 'user_ended_others' };
  t.strictSame(ended(), [{ ...entry, sessionId: mobile.id }], 'recorded once');
});

t.test('a log-out is recorded once', async (t) => {
  const { world, mobile, userId, origin, ended } = await scene();
  const logOut = (sessionId: string | null) => world.domain.logOut({ userId, sessionId, origin });
  for (const sessionId of [null, unknownId, mobile.id, mobile.id]) await logOut(sessionId);
  t.strictSame(ended(), [
    { event: 'session_ended', userId, origin, sessionId: mobile.id, reason: 'user_signed_out' },
  ]);
});
