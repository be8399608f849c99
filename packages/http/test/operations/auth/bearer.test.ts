import { createHmac } from 'node:crypto';
import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const minute = 60_000;

t.test('forged, foreign and outlived access tokens', async (t) => {
  const keys = [
    { kid: 'new', secret: Buffer.alloc(32, 7) },
    { kid: 'old', secret: Buffer.alloc(40, 8) },
  ];
  const { call, person, world } = await openTestApp(t, { with: { jwtKeys: keys } });
  const one = await person();
  const part = (text: string | undefined) => JSON.parse(Buffer.from(text ?? '', 'base64url').toString());
  const header = part(one.accessToken.split('.')[0]);
  const claims = part(one.accessToken.split('.')[1]);
  t.match(header, { alg: 'HS256', typ: 'at+jwt', kid: 'new' });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (changes: object, head: object = {}, secret = keys[0]?.secret, hash = 'sha256') => {
    const input = `${encode({ ...header, ...head })}.${encode({ ...claims, ...changes })}`;
    return `${input}.${createHmac(hash, secret ?? '')
      .update(input)
      .digest('base64url')}`;
  };
  const me = (accessToken: string) => call('GET /v1/auth/me', { as: { accessToken } });
  t.equal((await me(token({}))).status, 200, 'the forge itself is sound');
  t.equal((await me(token({}, { kid: 'old' }, keys[1]?.secret))).status, 200, 'an older key still verifies');
  const [, payload] = one.accessToken.split('.');
  const bad = {
    'no signature': `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'other algorithm': token({}, { alg: 'HS512' }, keys[0]?.secret, 'sha512'),
    'unknown key': token({}, { kid: 'third' }),
    'no kid': token({}, { kid: undefined }),
    'odd kid': token({}, { kid: ['new'] }),
    'key of another kid': token({}, { kid: 'old' }),
    'other type': token({}, { typ: 'JWT' }),
    'no type': token({}, { typ: undefined }),
    'other issuer': token({ iss: 'https://evil.example' }),
    'no issuer': token({ iss: undefined }),
    'other audience': token({ aud: 'else' }),
    'no audience': token({ aud: undefined }),
    'no time of issue': token({ iat: undefined }),
    'no expiry': token({ exp: undefined }),
    'odd expiry': token({ exp: '9999999999' }),
    'odd time before which it is void': token({ nbf: '0' }),
    'odd user': token({ sub: 5 }),
    'no session': token({ sid: undefined }),
    'odd session': token({ sid: 5 }),
    'odd generation': token({ gen: '1' }),
    'other user': token({ sub: '019e830e-1a00-7000-8000-000000000999' }),
    'not yet': token({ nbf: claims.iat + 60 }),
    'critical extension': token({}, { crit: ['exp'] }),
    tampered: `${encode(header)}.${encode({ ...claims, gen: 2 })}.${one.accessToken.split('.')[2]}`,
    garbage: 'abc',
    'two words': `${one.accessToken} x`,
  };
  for (const [about, accessToken] of Object.entries(bad)) {
    const response = await me(accessToken);
    isProblem(t, response, 401, 'unauthenticated', about);
    t.equal(response.headers['www-authenticate'], 'Bearer error="invalid_token"', about);
  }
  world.clock.advance(15 * minute + 1_000);
  isProblem(t, await me(one.accessToken), 401, 'unauthenticated', 'expired by the clock of the domain');
});

t.test('who may leave the bearer out', async (t) => {
  const { call, person } = await openTestApp(t);
  const one = await person();
  const bare = await call('GET /v1/auth/me');
  isProblem(t, bare, 401, 'unauthenticated');
  t.equal(bare.headers['www-authenticate'], 'Bearer');
  const basic = { authorization: 'Basic YTpi' };
  isProblem(t, await call('GET /v1/auth/me', { headers: basic }), 401, 'unauthenticated');
  t.equal(
    (await call('GET /v1/events', { headers: basic })).status,
    200,
    'another scheme counts as anonymous',
  );
  t.equal((await call('GET /v1/events')).status, 200);
  for (const authorization of ['Bearer', 'Bearer ', 'bearer x', 'Bearer null'])
    for (const path of ['/v1/events', '/v1/events/search?q=a', '/v1/events/x'])
      isProblem(
        t,
        await call(`GET ${path}`, { headers: { authorization } }),
        401,
        'unauthenticated',
        `${authorization} on ${path}`,
      );
  const lower = { authorization: `bearer ${one.accessToken}` };
  t.equal((await call('GET /v1/auth/me', { headers: lower })).status, 200, 'schemes have no case');
  t.equal((await call('HEAD /v1/auth/me', { as: one })).status, 200);
  t.equal((await call('HEAD /v1/auth/me')).status, 401);
});
