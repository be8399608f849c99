import t from 'tap';
import { refreshing, signInAgain } from '../../../test-support/sessions.ts';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const minute = 60_000;

t.test('deleting the account takes a session that began by a code within ten minutes', async (t) => {
  const app = await openTestApp(t);
  const { call, person, world } = app;
  const one = await person();
  world.clock.advance(8 * minute);
  const refreshResponse = await refreshing(app)(one.refreshToken);
  world.clock.advance(3 * minute);
  const remove = (as: { accessToken: string }) => call('DELETE /v1/auth/me', { as });
  isProblem(t, await remove(refreshResponse.body), 403, 'fresh_sign_in_required');
  t.equal((await call('GET /v1/auth/me', { as: refreshResponse.body })).status, 200, 'nothing was erased');
  const fresh = await signInAgain(app, one);
  t.equal((await remove(fresh)).status, 204);
  isProblem(t, await call('GET /v1/auth/me', { as: refreshResponse.body }), 401, 'unauthenticated');
});
