import { createHmac } from 'node:crypto';
import t from 'tap';
import { isProblem, openTestApp, publicUrl, uuidv7 } from '../test-support/test-app.ts';

const phone = '+447700900123';
const minute = 60_000;

t.test('sign-in: start, check, me', async (t) => {
  const { call, world } = await openTestApp(t);
  const start = await call('POST /v1/auth/otp/start', { body: { phone } });
  t.equal(start.status, 200);
  t.strictSame(Object.keys(start.body), ['requestId']);
  t.match(start.body.requestId, uuidv7);
  t.equal(start.headers['cache-control'], 'no-store');
  t.equal(start.headers['ratelimit-limit'], '5');
  t.equal(start.headers['ratelimit-remaining'], '4');

  const code = world.smsSent[0]?.code;
  const check = await call('POST /v1/auth/otp/check', {
    body: { phone, code, requestId: start.body.requestId },
  });
  t.equal(check.status, 200);
  t.equal(check.headers['cache-control'], 'no-store');
  t.strictSame(Object.keys(check.body), ['accessToken', 'refreshToken', 'user', 'isNewUser']);
  t.strictSame(check.body.user, {
    id: check.body.user.id,
    phone,
    name: '',
    avatar: `${publicUrl}/assets/avatar.svg`,
    role: 'user',
  });
  t.equal(check.body.isNewUser, true);

  const me = await call('GET /v1/auth/me', { as: check.body });
  t.equal(me.status, 200);
  t.strictSame(me.body, {
    id: check.body.user.id,
    phone,
    name: '',
    username: me.body.username,
    avatar: `${publicUrl}/assets/avatar.svg`,
    bio: '',
    role: 'user',
    city: '',
    peacesBalance: 0,
    createdAt: '2026-06-01T12:00:00.000Z',
  });
  t.match(me.body.username, /^user-[a-z0-9]{8}$/);

  const claims = JSON.parse(Buffer.from(check.body.accessToken.split('.')[1], 'base64url').toString());
  t.match(claims, { sub: check.body.user.id, gen: 1, iss: 'event-platform', aud: 'event-platform' });
  t.equal(claims.exp - claims.iat, 900);
  t.equal(claims.iat, world.clock.now().getTime() / 1000);
});

t.test('wrong codes: one answer for all', async (t) => {
  const { call, world } = await openTestApp(t);
  await call('POST /v1/auth/otp/start', { body: { phone } });
  const right = world.smsSent[0]?.code ?? '';
  const wrong = right === '0000' ? '0001' : '0000';
  const answers = [
    await call('POST /v1/auth/otp/check', { body: { phone, code: wrong } }),
    await call('POST /v1/auth/otp/check', { body: { phone: '+447700900999', code: right } }),
    await call('POST /v1/auth/otp/check', { body: { phone: '+19005550100', code: right } }),
    await call('POST /v1/auth/otp/check', { body: { phone, code: right, requestId: 'mine' } }),
  ];
  for (const answer of answers) {
    isProblem(t, answer, 401, 'code_invalid');
    t.equal(answer.headers['www-authenticate'], 'Bearer');
  }
  const details = answers.map(({ body: { requestId, ...rest } }) => rest);
  t.strictSame(new Set(details.map((detail) => JSON.stringify(detail))).size, 1);

  const unparsable = await call('POST /v1/auth/otp/check', { body: { phone: 'hello', code: right } });
  isProblem(t, unparsable, 400, 'invalid_request');
  t.strictSame(unparsable.body.errors, [{ path: '/phone', message: 'must be a phone number in E.164 form' }]);

  for (const code of ['123', '12345', '١٢٣٤', '１２３４', 'abcd', '12 4', '', 1234, null]) {
    const answer = await call('POST /v1/auth/otp/check', { body: { phone, code } });
    isProblem(t, answer, 400, 'invalid_request', `code ${code}`);
    t.strictSame(
      answer.body.errors.map(({ path }: { path: string }) => path),
      ['/code'],
      'one clear error',
    );
  }
});

t.test('a phone that gets no SMS is 400, a spent SMS budget 429, a dead provider 503', async (t) => {
  const { call } = await openTestApp(t, { domain: { smsDailyBudget: 1 } });
  isProblem(
    t,
    await call('POST /v1/auth/otp/start', { body: { phone: '+19005550100' } }),
    400,
    'invalid_request',
  );
  await call('POST /v1/auth/otp/start', { body: { phone } });
  const spent = await call('POST /v1/auth/otp/start', { body: { phone: '+447700900124' } });
  isProblem(t, spent, 429, 'rate_limited');
  t.match(spent.headers['retry-after'], /^\d+$/);

  const dead = await openTestApp(t, {
    overrides: { codeSender: { sendCode: () => Promise.reject(new Error('no route')) } },
  });
  const answer = await dead.call('POST /v1/auth/otp/start', { body: { phone } });
  isProblem(t, answer, 503, 'unavailable');
  t.match(answer.headers['retry-after'], /^\d+$/);
});

t.test(
  'the start route takes five calls in ten minutes from one address, invalid ones counted',
  async (t) => {
    const { call, world } = await openTestApp(t);
    const start = (ip: string, body: unknown = {}) => call('POST /v1/auth/otp/start', { body, ip });
    for (let count = 0; count < 4; count += 1) t.equal((await start('192.0.2.1')).status, 400);
    world.clock.advance(minute);
    t.equal((await start('192.0.2.1', { phone })).status, 200);
    const sixth = await start('192.0.2.1', { phone });
    isProblem(t, sixth, 429, 'rate_limited');
    t.equal(sixth.headers['retry-after'], '540');
    t.equal(sixth.headers['ratelimit-limit'], '5');
    t.equal(sixth.headers['ratelimit-remaining'], '0');
    t.equal(sixth.headers['ratelimit-reset'], '540');
    t.equal((await start('192.0.2.2', {})).status, 400, 'another address');
    t.equal(
      (await call('POST /v1/auth/otp/check', { body: {}, ip: '192.0.2.1' })).status,
      400,
      'other routes',
    );
    world.clock.advance(9 * minute - 1);
    t.equal((await start('192.0.2.1')).status, 429);
    world.clock.advance(1);
    t.equal((await start('192.0.2.1')).status, 400, 'the window slides');
  },
);

t.test('in development the start route is open to this machine, not to who comes through it', async (t) => {
  const relaxedStartLimit = { loopbackCalls: 8 };
  const { call } = await openTestApp(t, { with: { relaxedStartLimit, trustProxy: ['192.0.2.7'] } });
  const json = { 'content-type': 'application/json' };
  const status = async (ip: string, headers = {}, raw = '{}') =>
    (await call('POST /v1/auth/otp/start', { raw, ip, headers: { ...json, ...headers } })).status;
  for (const ip of ['127.0.0.1', '::1', '127.0.0.9', '::ffff:127.0.0.1'])
    t.same([await status(ip), await status(ip, {}, 'no JSON')], [400, 400]);
  t.equal(await status('127.0.0.1'), 429, 'bounded all the same');
  const callers: readonly (readonly [string, object])[] = [
    ['192.0.2.1', {}],
    ['127.0.0.1', { 'x-forwarded-for': '203.0.113.1' }],
    ['::1', { forwarded: 'for=203.0.113.1' }],
    ['192.0.2.7', { 'x-forwarded-for': '127.0.0.2' }],
  ];
  for (const [ip, headers] of callers) {
    for (let count = 0; count < 5; count += 1) t.equal(await status(ip, headers), 400, ip);
    t.equal(await status(ip, headers), 429, `${ip} ${JSON.stringify(headers)}`);
  }
});

t.test('in development the limit by address leaves test phones out', async (t) => {
  const testPhone = '+15550001111';
  const relaxedStartLimit = { loopbackCalls: 8, isExempt: (given: string) => given === testPhone };
  const testPhones = { codes: { [testPhone]: '1234' }, until: new Date('2100-01-01') };
  const { call } = await openTestApp(t, { with: { relaxedStartLimit }, domain: { testPhones } });
  const start = (body: unknown) => call('POST /v1/auth/otp/start', { body, ip: '192.0.2.1' });
  for (let count = 0; count < 20; count += 1) t.equal((await start({ phone: testPhone })).status, 200);
  for (const body of [{}, null, [], { phone: 1 }, { phone }]) await start(body);
  const sixth = await start({ phone });
  isProblem(t, sixth, 429, 'rate_limited');
  t.equal(sixth.headers['ratelimit-limit'], '5');
  t.equal((await start({ phone: testPhone })).status, 200);
});

t.test('one IPv6 /64 is one caller; a mapped address is the IPv4 address', async (t) => {
  const { call } = await openTestApp(t);
  const status = async (ip: string) => (await call('POST /v1/auth/otp/start', { body: {}, ip })).status;
  for (let host = 1; host <= 5; host += 1) t.equal(await status(`2001:db8:1:2::${host}`), 400);
  t.equal(await status('2001:db8:1:2:ffff::9'), 429);
  t.equal(await status('2001:db8:1:3::1'), 400);
  for (let count = 0; count < 5; count += 1) t.equal(await status('::ffff:192.0.2.7'), 400);
  t.equal(await status('192.0.2.7'), 429);
});

t.test('a known block costs the windows nothing, and uncountable calls are refused', async (t) => {
  const { world } = await openTestApp(t);
  let asked = 0;
  const counting = await openTestApp(t, {
    app: {
      quotas: {
        takeAll: async (...call) => {
          asked += 1;
          return world.quotas.takeAll(...call);
        },
      },
    },
  });
  for (let count = 0; count < 20; count += 1) await counting.call('POST /v1/auth/otp/start', { body: {} });
  t.equal(asked, 6, 'five counted, one refused, the rest remembered');

  const away = await openTestApp(t, {
    app: { quotas: { takeAll: () => Promise.reject(new Error('connection refused')) } },
  });
  isProblem(t, await away.call('POST /v1/auth/otp/start', { body: { phone } }), 503, 'unavailable');
  t.equal(away.world.smsSent.length, 0);
});

t.test('forwarded addresses count only from trusted proxies', async (t) => {
  const forwarded = (value: string) => ({ 'x-forwarded-for': value });
  const open = await openTestApp(t);
  for (let count = 0; count < 5; count += 1)
    await open.call('POST /v1/auth/otp/start', { body: {}, headers: forwarded(`198.51.100.${count}`) });
  const spoofed = await open.call('POST /v1/auth/otp/start', { body: {}, headers: forwarded('1.1.1.1') });
  t.equal(spoofed.status, 429, 'no proxy is trusted');

  const behind = await openTestApp(t, { with: { trustProxy: ['127.0.0.0/8'] } });
  for (let count = 0; count < 5; count += 1)
    await behind.call('POST /v1/auth/otp/start', {
      body: {},
      headers: forwarded(`9.9.9.${count}, 203.0.113.5`),
    });
  const start = (value: string) =>
    behind.call('POST /v1/auth/otp/start', { body: {}, headers: forwarded(value) });
  t.equal((await start('8.8.8.8, 203.0.113.5')).status, 429, 'the entry of the proxy counts');
  t.equal((await start('203.0.113.5, 203.0.113.6:4711')).status, 400, 'its port does not matter');
});

t.test('refresh: rotation, a lost answer, a replay', async (t) => {
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
  const answer = await call('POST /v1/auth/logout', {
    as: one,
    raw: '',
    headers: { 'content-type': 'application/json' },
  });
  t.equal(answer.status, 200);
});

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
    const answer = await me(accessToken);
    isProblem(t, answer, 401, 'unauthenticated', about);
    t.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"', about);
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

t.test('the profile and its end', async (t) => {
  const { call, person } = await openTestApp(t);
  const one = await person();
  const other = await person();
  const patch = (body: unknown, as = one) => call('PATCH /v1/auth/me', { as, body });
  const changed = await patch({
    name: ' Mira ',
    username: 'Mira.1',
    avatar: 'https://example.com/m.jpg',
    bio: 'b\n\tc',
    city: 'Lisbon',
    role: 'admin',
    peacesBalance: 9,
  });
  t.equal(changed.status, 200);
  t.match(changed.body, {
    name: 'Mira',
    username: 'Mira.1',
    avatar: 'https://example.com/m.jpg',
    bio: 'b\n\tc',
    city: 'Lisbon',
    role: 'user',
    peacesBalance: 0,
  });
  t.equal((await patch({ avatar: null })).body.avatar, `${publicUrl}/assets/avatar.svg`);
  isProblem(t, await patch({ username: 'mira.1' }, other), 409, 'username_taken');
  for (const body of [
    { username: 'a' },
    { username: 'ä b' },
    { name: 5 },
    { name: 'x'.repeat(101) },
    { avatar: 'javascript:alert(1)' },
    { city: null },
    { bio: 'a\u0000b' },
    { bio: 'a\rb' },
    { name: 'a\nb' },
    { name: '\u200b' },
    { city: 'a\u202eb' },
    { username: 'mira\n' },
    { name: `a${'\u0301'.repeat(31)}` },
    null,
    [],
    'x',
  ])
    isProblem(t, await patch(body), 400, 'invalid_request', JSON.stringify(body).slice(0, 40));

  t.strictSame((await call('GET /v1/users/MIRA.1', { as: other })).body, {
    id: one.id,
    name: 'Mira',
    username: 'Mira.1',
    avatar: `${publicUrl}/assets/avatar.svg`,
  });
  for (const name of ['unknown', 'a%00b', 'x'.repeat(500), '%20', '..%2f'])
    isProblem(t, await call(`GET /v1/users/${name}`, { as: other }), 404, 'not_found', name.slice(0, 20));
  isProblem(t, await call('GET /v1/users/mira.1'), 401, 'unauthenticated');

  const gone = await call('DELETE /v1/auth/me', { as: one });
  t.equal(gone.status, 204);
  t.equal(gone.text, '');
  isProblem(t, await call('GET /v1/auth/me', { as: one }), 401, 'unauthenticated');
  isProblem(t, await call('GET /v1/users/mira.1', { as: other }), 404, 'not_found');
});

t.test('weak secrets do not start', async (t) => {
  await t.rejects(
    openTestApp(t, { with: { jwtKeys: [{ kid: 'a', secret: Buffer.alloc(31) }] } }),
    RangeError,
  );
  await t.rejects(openTestApp(t, { with: { jwtKeys: [] } }), RangeError);
  await t.rejects(
    openTestApp(t, { with: { refreshSecrets: [Buffer.alloc(32), Buffer.alloc(16)] } }),
    RangeError,
  );
  await t.rejects(openTestApp(t, { with: { refreshSecrets: [] } }), RangeError);
});
