import { createHmac } from 'node:crypto';
import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('refresh: rotation, a lost response, a replay', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const first = await person();
  const refresh = (refreshToken: unknown) => call('POST /v1/auth/refresh', { body: { refreshToken } });
  const second = await refresh(first.refreshToken);
  t.equal(second.status, 200);
  t.strictSame(Object.keys(second.body), ['accessToken', 'refreshToken']);
  t.equal(second.headers['cache-control'], 'no-store');
  t.equal((await refresh(first.refreshToken)).body.refreshToken, second.body.refreshToken);
  t.equal((await call('GET /v1/auth/me', { as: second.body })).status, 200);
  world.clock.advance(31_000);
  isProblem(t, await refresh(first.refreshToken), 401, 'refresh_token_invalid', 'replay');
  isProblem(t, await refresh(second.body.refreshToken), 401, 'refresh_token_invalid', 'annulled');
  isProblem(t, await call('GET /v1/auth/me', { as: second.body }), 401, 'unauthenticated');
});

t.test('refresh tokens have one spelling', async (t) => {
  const { call, person } = await openTestApp(t);
  const { refreshToken } = await person();
  const [sid = '', gen = '', mac = ''] = refreshToken.split('.');
  const flipped = `${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`;
  const forged = createHmac('sha256', Buffer.alloc(32)).update(`${sid}.${gen}`).digest('base64url');
  const spellings = {
    garbage: 'x',
    nothing: '',
    'other mac': `${sid}.${gen}.${forged}`,
    'spare bits': `${sid}.${gen}.${flipped}`,
    padded: `${refreshToken}=`,
    'leading zero': `${sid}.0${gen}.${mac}`,
    'later generation': `${sid}.2.${mac}`,
    'upper case': `${sid.toUpperCase()}.${gen}.${mac}`,
    'with a blank': ` ${refreshToken}`,
    'with a line end': `${refreshToken}\n`,
    'more parts': `${refreshToken}.x`,
  };
  for (const [about, token] of Object.entries(spellings)) {
    if (token === refreshToken) continue;
    isProblem(
      t,
      await call('POST /v1/auth/refresh', { body: { refreshToken: token } }),
      401,
      'refresh_token_invalid',
      about,
    );
  }
  for (const wrong of [undefined, null, 7, 'x'.repeat(5_000)])
    isProblem(
      t,
      await call('POST /v1/auth/refresh', { body: { refreshToken: wrong } }),
      400,
      'invalid_request',
      `refreshToken ${String(wrong).slice(0, 10)}`,
    );
  t.equal((await call('POST /v1/auth/refresh', { body: { refreshToken } })).status, 200);
});
