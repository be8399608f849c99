import t from 'tap';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

t.test('an access token has one spelling', async (t) => {
  const { call, person } = await openTestApp(t);
  const { accessToken } = await person();
  const last = alphabet.indexOf(accessToken.at(-1) ?? '');
  t.equal(last % 4, 0, 'the two spare bits are zero');
  for (const spare of [1, 2, 3]) {
    const spelling = `${accessToken.slice(0, -1)}${alphabet[last + spare]}`;
    const answer = await call('GET /v1/auth/me', { as: { accessToken: spelling } });
    isProblem(t, answer, 401, 'unauthenticated', `spare bits ${spare}`);
  }
  t.equal((await call('GET /v1/auth/me', { as: { accessToken: `${accessToken}=` } })).status, 401);
  t.equal((await call('GET /v1/auth/me', { as: { accessToken } })).status, 200);
});

t.test('an access token is valid for exactly 15 minutes', async (t) => {
  const { call, person, world } = await openTestApp(t);
  const { accessToken } = await person();
  const status = async () => (await call('GET /v1/auth/me', { as: { accessToken } })).status;
  world.clock.advance(15 * 60_000 - 1);
  t.equal(await status(), 200);
  world.clock.advance(1);
  t.equal(await status(), 401);
});
