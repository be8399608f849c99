import t from 'tap';
import { refreshing, signInAgain } from '../../../test-support/sessions.ts';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('a user ends one session, and all others', async (t) => {
  const app = await openTestApp(t);
  const { call, person } = app;
  const [one, stranger] = [await person(), await person()];
  const tablet = await signInAgain(app, one);
  const laptop = await signInAgain(app, one);
  const isIn = async (who: { accessToken: string }) =>
    (await call('GET /v1/auth/me', { as: who })).status === 200;
  const idOf = async (who: { accessToken: string }) => {
    const { body } = await call('GET /v1/auth/sessions', { as: who });
    return body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id as string;
  };
  const end = (id: string, as = one) => call(`DELETE /v1/auth/sessions/${id}`, { as });

  isProblem(t, await call('DELETE /v1/auth/sessions/x'), 401, 'unauthenticated');
  for (const id of [await idOf(stranger), '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12', 'x'])
    isProblem(t, await end(id), 404, 'not_found', id);
  t.ok(await isIn(stranger), 'another user stays');
  const tabletId = await idOf(tablet);
  const done = await end(tabletId);
  t.equal(done.status, 204);
  t.equal(done.text, '');
  t.strictSame([await isIn(tablet), await isIn(laptop), await isIn(one)], [false, true, true]);
  isProblem(t, await refreshing(app)(tablet.refreshToken), 401, 'refresh_token_invalid');
  isProblem(t, await end(tabletId), 404, 'not_found', 'again');

  const others = () => call('POST /v1/auth/sessions/end-others', { as: one });
  isProblem(t, await call('POST /v1/auth/sessions/end-others'), 401, 'unauthenticated');
  const all = await others();
  t.equal(all.status, 200);
  t.strictSame(all.body, { success: true });
  t.strictSame([await isIn(laptop), await isIn(one), await isIn(stranger)], [false, true, true]);
  t.strictSame((await others()).body, { success: true }, 'again');
  t.equal((await end(await idOf(one))).status, 204);
  t.notOk(await isIn(one), 'ending the session of the request is a logout');
});
