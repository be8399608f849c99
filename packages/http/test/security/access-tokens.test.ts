import t from 'tap';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

t.test('an access token has one spelling', async (t) => {
  const { call, person } = await openTestApp(t);
  const { accessToken } = await person();
  const last = alphabet.indexOf(accessToken.at(-1) ?? '');
  t.equal(last % 4, 0, 'the two spare bits are zero');
  // The second time the token itself is remembered.
  for (const time of ['first', 'second']) {
    for (const spare of [1, 2, 3]) {
      const spelling = `${accessToken.slice(0, -1)}${alphabet[last + spare]}`;
      const response = await call('GET /v1/auth/me', { as: { accessToken: spelling } });
      isProblem(t, response, 401, 'unauthenticated', `spare bits ${spare}, ${time} time`);
    }
    t.equal((await call('GET /v1/auth/me', { as: { accessToken: `${accessToken}=` } })).status, 401);
    t.equal((await call('GET /v1/auth/me', { as: { accessToken } })).status, 200);
  }
});

t.test('a remembered token vouches for no other', async (t) => {
  const { call, person } = await openTestApp(t);
  const [ada, ben] = [await person(), await person()];
  const idOf = async (accessToken: string) => {
    const { status, body } = await call('GET /v1/auth/me', { as: { accessToken } });
    return status === 200 ? body.id : status;
  };
  for (const [accessToken, id] of [ada, ben, ada, ben].map((one) => [one.accessToken, one.id] as const))
    t.equal(await idOf(accessToken), id);
  const [[header, claims], [, , signature]] = [ada.accessToken.split('.'), ben.accessToken.split('.')];
  t.equal(await idOf([header, claims, signature].join('.')), 401);
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
