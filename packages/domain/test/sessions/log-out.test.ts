import t from 'tap';
import { person, refusal } from '../support.ts';
import { sessionScene } from './session-scene.ts';

t.test('logging out ends only the caller’s own session', async (t) => {
  const { world, session, user, refresh, authenticate } = await sessionScene();
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
