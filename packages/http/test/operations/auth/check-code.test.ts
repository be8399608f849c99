import t from 'tap';
import { isProblem, openTestApp, publicUrl, uuidv7 } from '../../../test-support/test-app.ts';

const phone = '+447700900123';

t.test('sign-in: start, check, me', async (t) => {
  const { call, world } = await openTestApp(t);
  const start = await call('POST /v1/auth/otp/start', { body: { phone } });
  t.equal(start.status, 200);
  t.strictSame(Object.keys(start.body), ['requestId', 'resendAfterSeconds']);
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
    avatarPicture: null,
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
    avatarPicture: null,
    bio: '',
    role: 'user',
    city: '',
    email: null,
    locale: null,
    peacesBalance: 0,
    metadata: {},
    createdAt: '2026-06-01T12:00:00.000Z',
  });
  t.match(me.body.username, /^user-[a-z0-9]{8}$/);

  const claims = JSON.parse(Buffer.from(check.body.accessToken.split('.')[1], 'base64url').toString());
  t.match(claims, { sub: check.body.user.id, gen: 1, iss: 'event-platform', aud: 'event-platform' });
  t.equal(claims.exp - claims.iat, 900);
  t.equal(claims.iat, world.clock.now().getTime() / 1000);
});

t.test('a phone and a code as they are pasted are those that are meant', async (t) => {
  const { call, world } = await openTestApp(t);
  const start = await call('POST /v1/auth/otp/start', {
    body: { phone: '\u2068+44\u00a07700/900\u2011123\u2069' },
  });
  t.equal(start.status, 200);
  const { phone: to = '', code: right = '' } = world.smsSent[0] ?? {};
  t.equal(to, '+447700900123');
  const code = [...right].map((digit) => String.fromCodePoint(0x0660 + Number(digit))).join('\u2013');
  const check = await call('POST /v1/auth/otp/check', { body: { phone: to, code } });
  t.equal(check.status, 200);
});

t.test('wrong codes: one answer for all', async (t) => {
  const { call, world } = await openTestApp(t);
  await call('POST /v1/auth/otp/start', { body: { phone } });
  const right = world.smsSent[0]?.code ?? '';
  const wrong = right === '0000' ? '0001' : '0000';
  const responses = [
    await call('POST /v1/auth/otp/check', { body: { phone, code: wrong } }),
    await call('POST /v1/auth/otp/check', { body: { phone: '+447700900999', code: right } }),
    await call('POST /v1/auth/otp/check', { body: { phone: '+19005550100', code: right } }),
    await call('POST /v1/auth/otp/check', { body: { phone, code: right, requestId: 'mine' } }),
  ];
  for (const response of responses) {
    isProblem(t, response, 401, 'code_invalid');
    t.equal(response.headers['www-authenticate'], 'Bearer');
  }
  const details = responses.map(({ body: { requestId, ...rest } }) => rest);
  t.strictSame(new Set(details.map((detail) => JSON.stringify(detail))).size, 1);

  const unparsable = await call('POST /v1/auth/otp/check', { body: { phone: 'hello', code: right } });
  isProblem(t, unparsable, 400, 'invalid_request');
  t.strictSame(unparsable.body.errors, [{ path: '/phone', message: 'must be a phone number in E.164 form' }]);

  for (const code of ['123', '12345', '١٢٣', 'abcd', '12 4', '', 1234, null]) {
    const response = await call('POST /v1/auth/otp/check', { body: { phone, code } });
    isProblem(t, response, 400, 'invalid_request', `code ${code}`);
    t.strictSame(
      response.body.errors.map(({ path }: { path: string }) => path),
      ['/code'],
      'one clear error',
    );
  }
});

t.test('a lost response is had again with its key or request id, the same session once more', async (t) => {
  const { call, world } = await openTestApp(t);
  const start = await call('POST /v1/auth/otp/start', { body: { phone } });
  const body = { phone, code: world.smsSent.at(-1)?.code };
  const headers = { 'idempotency-key': '"8e03978e"' };
  const first = await call('POST /v1/auth/otp/check', { body, headers });
  t.equal(first.status, 200);
  world.clock.advance(1_000);
  const bare = { 'idempotency-key': '8e03978e' };
  const again = await call('POST /v1/auth/otp/check', { body, headers: bare });
  t.equal(again.status, 200);
  t.equal(again.body.refreshToken, first.body.refreshToken);
  t.strictSame([again.body.user, again.body.isNewUser], [first.body.user, true]);
  t.equal((await call('GET /v1/auth/me', { as: again.body })).status, 200);
  isProblem(t, await call('POST /v1/auth/otp/check', { body, headers }), 401, 'code_invalid');
  isProblem(
    t,
    await call('POST /v1/auth/otp/check', { body: { ...body, requestId: start.body.requestId } }),
    401,
    'code_invalid',
  );
  const malformed = await call('POST /v1/auth/otp/check', { body, headers: { 'idempotency-key': '"' } });
  isProblem(t, malformed, 400, 'invalid_request');
});
