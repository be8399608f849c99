import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const minute = 60_000;

t.test('logout ends the session at once, and repeating it succeeds', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const one = await person();
  const other = await person();
  const logout = (as: { accessToken: string }, body?: unknown) =>
    call('POST /v1/auth/logout', { as, ...(body === undefined ? {} : { body }) });
  const isIn = async (who: { accessToken: string }) =>
    (await call('GET /v1/auth/me', { as: who })).status === 200;

  t.equal((await logout(one, { refreshToken: other.refreshToken })).status, 200);
  t.ok(await isIn(other), 'another user stays');
  t.ok(await isIn(one), 'and so does the caller');
  t.strictSame((await logout(one, { refreshToken: 'garbage' })).body, { success: true });
  t.ok(await isIn(one), 'garbage ends nothing');
  isProblem(t, await logout(one, { refreshToken: 7 }), 400, 'invalid_request');

  const done = await logout(one, { refreshToken: one.refreshToken });
  t.equal(done.status, 200);
  t.strictSame(done.body, { success: true });
  t.notOk(await isIn(one));
  t.equal((await logout(one, { refreshToken: one.refreshToken })).status, 200, 'again');
  isProblem(
    t,
    await call('POST /v1/auth/refresh', { body: { refreshToken: one.refreshToken } }),
    401,
    'refresh_token_invalid',
  );

  t.equal((await logout(other)).status, 200, 'without a body');
  t.notOk(await isIn(other), 'the session of the bearer');
  isProblem(t, await call('POST /v1/auth/logout', { body: {} }), 401, 'unauthenticated');
  world.clock.advance(16 * minute);
  isProblem(t, await logout(other), 401, 'unauthenticated', 'an expired bearer');
});

t.test('an empty JSON body is no body', async (t) => {
  const { call, person } = await openTestApp(t);
  const one = await person();
  const response = await call('POST /v1/auth/logout', {
    as: one,
    raw: '',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(response.status, 200);
});
