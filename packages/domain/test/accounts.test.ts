import t from 'tap';
import { createMemoryWorld } from '../memory/index.ts';
import { day, second } from '../src/time.ts';
import { event, person, refusal } from './support.ts';

const phone = '+4915112345678';
const network = '203.0.113.0/24';

const signedIn = async () => {
  const world = createMemoryWorld();
  await world.domain.startSignIn({ phone });
  const { session, user } = await world.domain.checkCode({
    phone,
    code: world.smsSent[0]?.code ?? '',
    network,
  });
  const refresh = (generation: number) => world.domain.refreshSession({ sessionId: session.id, generation });
  const authenticate = (generation: number) =>
    world.domain.authenticate({ sessionId: session.id, userId: user.id, generation });
  return { world, session, user, refresh, authenticate };
};

t.test('a lost answer logs nobody out; an old token ends the session', async (t) => {
  const { world, refresh, authenticate } = await signedIn();
  t.equal((await refresh(1)).generation, 2);
  world.clock.advance(day);
  t.equal((await refresh(1)).generation, 2, 'the answer was lost: the same child');
  await authenticate(1);
  t.equal((await refresh(1)).generation, 2, 'an older access token confirms nothing');
  await authenticate(2);
  world.clock.advance(30 * second + day);
  await t.rejects(refresh(1), refusal('refresh_token_invalid'), 'a replay');
  await t.rejects(refresh(2), refusal('refresh_token_invalid'), 'ended for all');
  await t.rejects(authenticate(2), refusal('unauthenticated'));
});

t.test('fifty parallel refreshes give one child', async (t) => {
  const { refresh } = await signedIn();
  const children = await Promise.all(Array.from({ length: 50 }, () => refresh(1)));
  t.strictSame([...new Set(children.map(({ generation }) => generation))], [2]);
});

t.test('logging out ends the session at once, one’s own alone', async (t) => {
  const { world, session, user, refresh, authenticate } = await signedIn();
  await world.domain.logOut({ userId: await person(world), sessionId: session.id });
  t.ok(await authenticate(1));
  await world.domain.logOut({ userId: user.id, sessionId: null });
  await world.domain.logOut({ userId: user.id, sessionId: 'garbage' });
  t.ok(await authenticate(1));
  await world.domain.logOut({ userId: user.id, sessionId: session.id });
  await world.domain.logOut({ userId: user.id, sessionId: session.id });
  await t.rejects(authenticate(1), refusal('unauthenticated'));
  await t.rejects(refresh(1), refusal('refresh_token_invalid'));
});

t.test('claims of another user or of no session are refused', async (t) => {
  const { world, session } = await signedIn();
  const { authenticate } = world.domain;
  const userId = await person(world);
  await t.rejects(authenticate({ sessionId: session.id, userId, generation: 1 }), refusal('unauthenticated'));
  await t.rejects(
    authenticate({ sessionId: session.id, userId: session.userId, generation: 2 }),
    refusal('unauthenticated'),
    'a generation that was never given',
  );
  await t.rejects(authenticate({ sessionId: 'x', userId, generation: 1 }), refusal('unauthenticated'));
  await t.rejects(
    world.domain.refreshSession({ sessionId: 'x', generation: 1 }),
    refusal('refresh_token_invalid'),
  );
});

t.test('a profile is changed in parts', async (t) => {
  const { world, user } = await signedIn();
  const { domain } = world;
  const update = (changes: Parameters<typeof domain.updateProfile>[0]['changes']) =>
    domain.updateProfile({ userId: user.id, changes });
  t.hasStrict(await update({ name: ' Zoë ', username: 'zoe.k', city: 'Oslo' }), {
    name: 'Zoë',
    username: 'zoe.k',
    city: 'Oslo',
  });
  t.hasStrict(await update({ avatar: 'https://pics.example/z.png' }), {
    name: 'Zoë',
    avatar: 'https://pics.example/z.png',
  });
  t.hasStrict(await update({ avatar: null }), { avatar: null });
  t.hasStrict(await domain.findUser({ username: 'ZOE.K' }), { id: user.id, name: 'Zoë' });
  await t.rejects(domain.findUser({ username: 'nobody' }), refusal('not_found'));
  for (const changes of [
    { username: 'no' },
    { username: 'white space' },
    { username: '-dash' },
    { name: 'x'.repeat(101) },
    { avatar: 'data:text/html,x' },
    { bio: 'nul\u0000' },
  ])
    await t.rejects(update(changes), refusal('invalid_request'), JSON.stringify(changes));
  const other = await person(world);
  await t.rejects(
    domain.updateProfile({ userId: other, changes: { username: 'Zoe.K' } }),
    refusal('username_taken'),
  );
});

t.test('a deleted account leaves nothing personal, and spent budgets', async (t) => {
  const { world, user, authenticate } = await signedIn();
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

t.test('circles are their owner’s', async (t) => {
  const world = createMemoryWorld();
  const [ownerId, other] = [await person(world), await person(world)];
  const { domain } = world;
  const { id: circleId } = await domain.createCircle({ ownerId, name: ' Band ' });
  t.hasStrict(await domain.renameCircle({ ownerId, circleId, name: 'Choir' }), {
    name: 'Choir',
    memberCount: 0,
  });
  t.hasStrict(await domain.addCircleMembers({ ownerId, circleId, userIds: [other, other, 'x'] }), {
    memberCount: 1,
  });
  t.hasStrict(await domain.listCircles({ ownerId }), { total: 1, items: [{ id: circleId, memberCount: 1 }] });
  t.hasStrict(await domain.listCircleMembers({ ownerId, circleId }), { total: 1, items: [{ id: other }] });
  const stranger = { ownerId: other, circleId };
  await t.rejects(domain.renameCircle({ ...stranger, name: 'x' }), refusal('not_found'));
  await t.rejects(domain.deleteCircle(stranger), refusal('not_found'));
  await t.rejects(domain.listCircleMembers(stranger), refusal('not_found'));
  await t.rejects(domain.addCircleMembers({ ...stranger, userIds: [other] }), refusal('not_found'));
  await t.rejects(domain.removeCircleMember({ ...stranger, userId: other }), refusal('not_found'));
  await t.rejects(domain.createCircle({ ownerId, name: ' ' }), refusal('invalid_request'));
  await t.rejects(domain.addCircleMembers({ ownerId, circleId, userIds: [] }), refusal('invalid_request'));
  await t.rejects(domain.deleteCircle({ ownerId, circleId: 'x' }), refusal('not_found'));
  await domain.removeCircleMember({ ownerId, circleId, userId: other });
  await domain.removeCircleMember({ ownerId, circleId, userId: 'x' });
  t.hasStrict(await domain.listCircleMembers({ ownerId, circleId }), { total: 0 });
  await domain.deleteCircle({ ownerId, circleId });
  t.hasStrict(await domain.listCircles({ ownerId }), { total: 0 });
});
