import t from 'tap';
import { isProblem, openTestApp, type Person, type TestApp, uuidv7 } from '../test-support/test-app.ts';

const minute = 60_000;

const refreshing =
  ({ call }: Pick<TestApp, 'call'>) =>
  (refreshToken: string, key?: string) =>
    call('POST /v1/auth/refresh', {
      body: { refreshToken },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });

/** A further session of the person, on a device. */
const signInAgain = async ({ call, world }: TestApp, { phone }: Person, device?: string) => {
  world.clock.advance(minute);
  const headers: Record<string, string> = device === undefined ? {} : { 'user-agent': device };
  await call('POST /v1/auth/otp/start', { body: { phone }, ip: '198.51.100.7' });
  const code = world.smsSent.at(-1)?.code;
  const { body } = await call('POST /v1/auth/otp/check', {
    body: { phone, code },
    ip: '198.51.100.7',
    headers,
  });
  return body as { readonly accessToken: string; readonly refreshToken: string };
};

t.test('an exchange with a key is repeated with it, and with no other', async (t) => {
  const app = await openTestApp(t);
  const { call, person, world } = app;
  const refresh = refreshing(app);
  const first = await person();
  const key = '"8e03978e-40d5-43e8-bc93-6894a57f9324"';
  const second = await refresh(first.refreshToken, key);
  t.equal(second.status, 200);
  t.equal((await call('GET /v1/auth/me', { as: second.body })).status, 200);
  world.clock.advance(14 * minute);
  const again = await refresh(first.refreshToken, key);
  t.equal(again.body.refreshToken, second.body.refreshToken);
  t.equal((await call('GET /v1/auth/me', { as: again.body })).status, 200);
  t.equal(
    (await refresh(first.refreshToken, key.slice(1, -1))).body.refreshToken,
    second.body.refreshToken,
    'bare',
  );

  const third = await refresh(second.body.refreshToken, '"next"');
  const late = await refresh(first.refreshToken, key);
  t.equal(late.body.refreshToken, second.body.refreshToken, 'a late repetition ends nothing');
  isProblem(t, await call('GET /v1/auth/me', { as: late.body }), 401, 'unauthenticated', 'and is of no use');
  t.equal((await call('GET /v1/auth/me', { as: third.body })).status, 200);

  isProblem(
    t,
    await refresh(second.body.refreshToken, '"other"'),
    401,
    'refresh_token_invalid',
    'another key',
  );
  isProblem(t, await refresh(third.body.refreshToken, '"after"'), 401, 'refresh_token_invalid', 'annulled');
  isProblem(t, await call('GET /v1/auth/me', { as: third.body }), 401, 'unauthenticated');
});

t.test('a strict session is annulled by a repetition without a key', async (t) => {
  const app = await openTestApp(t);
  const refresh = refreshing(app);
  const first = await app.person();
  const second = await refresh(first.refreshToken, 'k');
  isProblem(t, await refresh(first.refreshToken), 401, 'refresh_token_invalid');
  isProblem(t, await refresh(second.body.refreshToken, 'l'), 401, 'refresh_token_invalid');
});

t.test('a key is a quoted string of 1 to 255 characters; a malformed one changes nothing', async (t) => {
  const app = await openTestApp(t);
  const refresh = refreshing(app);
  let { refreshToken } = await app.person();
  const malformed = [
    '',
    '""',
    '"',
    '"open',
    'open"',
    'a"b',
    '"a"b"',
    '"a", "b"',
    'a, b',
    'a,b',
    'a b',
    '"a\\b"',
    '"a";p=1',
    '"\u00e4"',
    '\u00e4',
    '"tab\tinside"',
    `"${'x'.repeat(256)}"`,
    'x'.repeat(256),
  ];
  for (const key of malformed) {
    const answer = await refresh(refreshToken, key);
    isProblem(t, answer, 400, 'invalid_request', `key ${key.slice(0, 20)}`);
    t.strictSame(answer.body.errors, [
      { path: '/idempotency-key', message: 'must be one string of 1 to 255 ASCII characters in quotes' },
    ]);
  }
  const sound = [
    '"x"',
    'x',
    `"${'x'.repeat(255)}"`,
    'x'.repeat(255),
    `"${'\\"'.repeat(255)}"`,
    '"with a blank, a comma; and \\\\ more"',
    'aGVsbG8/d29ybGQ+MTIz+/==',
    '0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12',
  ];
  for (const key of sound) {
    const answer = await refresh(refreshToken, key);
    t.equal(answer.status, 200, key.slice(0, 20));
    t.equal((await refresh(refreshToken, key)).body.refreshToken, answer.body.refreshToken);
    refreshToken = answer.body.refreshToken;
  }
});

t.test('a page of an allowed origin may send a key', async (t) => {
  const { call } = await openTestApp(t, { with: { corsOrigins: ['https://app.example.com'] } });
  const { headers } = await call('OPTIONS /v1/auth/refresh', {
    headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
  });
  t.match(headers['access-control-allow-headers'], /Idempotency-Key/);
});

t.test('a user lists their sessions', async (t) => {
  const app = await openTestApp(t);
  const { call, person, world } = app;
  isProblem(t, await call('GET /v1/auth/sessions'), 401, 'unauthenticated');
  const one = await person();
  await person();
  const at = world.clock.now().toISOString();
  const tablet = await signInAgain(app, one, '  Lantern/7\u0085\u00ad (Tablet)\t ');
  const now = world.clock.now().toISOString();
  const { status, headers, body } = await call('GET /v1/auth/sessions', { as: tablet });
  t.equal(status, 200);
  t.equal(headers['cache-control'], 'no-store');
  t.strictSame(Object.keys(body), ['data']);
  t.strictSame(Object.keys(body.data[0]), ['id', 'createdAt', 'lastUsedAt', 'device', 'isCurrent']);
  const [{ id, ...first }, { id: otherId, ...second }] = body.data;
  t.match([id, otherId], [uuidv7, uuidv7]);
  t.strictSame(first, { createdAt: now, lastUsedAt: now, device: 'Lantern/7 (Tablet)', isCurrent: true });
  t.strictSame(second, { createdAt: at, lastUsedAt: at, device: 'lightMyRequest', isCurrent: false });
  const long = await signInAgain(app, one, `${'x'.repeat(99)} y`);
  const { body: listed } = await call('GET /v1/auth/sessions', { as: long });
  t.equal(listed.data[0].device, 'x'.repeat(99), 'cut to 100 characters');
});

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

t.test('deleting the account takes a session that began by a code within ten minutes', async (t) => {
  const app = await openTestApp(t);
  const { call, person, world } = app;
  const one = await person();
  world.clock.advance(8 * minute);
  const refreshed = await refreshing(app)(one.refreshToken);
  world.clock.advance(3 * minute);
  const remove = (as: { accessToken: string }) => call('DELETE /v1/auth/me', { as });
  isProblem(t, await remove(refreshed.body), 403, 'fresh_sign_in_required');
  t.equal((await call('GET /v1/auth/me', { as: refreshed.body })).status, 200, 'nothing was erased');
  const fresh = await signInAgain(app, one);
  t.equal((await remove(fresh)).status, 204);
  isProblem(t, await call('GET /v1/auth/me', { as: refreshed.body }), 401, 'unauthenticated');
});

t.test('the audit log knows the session and the network of each request', async (t) => {
  const app = await openTestApp(t);
  const { call, person, event, world } = app;
  const one = await person();
  const { sid } = JSON.parse(Buffer.from(one.accessToken.split('.')[1] ?? '', 'base64url').toString());
  const origin = { sessionId: sid, network: '192.0.2.0/24' };
  const requests = [
    ['event_made_private', 'PATCH /v1/events/:id', { visibility: 'private' }],
    ['link_rotated', 'POST /v1/events/:id/invite-link/rotate', undefined],
    ['event_deleted', 'DELETE /v1/events/:id', undefined],
    ['session_ended', 'POST /v1/auth/sessions/end-others', undefined],
    ['session_ended', 'DELETE /v1/auth/sessions/:other', undefined],
    ['account_erased', 'DELETE /v1/auth/me', undefined],
  ] as const;
  const { id } = await event(one);
  for (const [name, target, body] of requests) {
    if (name === 'session_ended') await signInAgain(app, one);
    const { body: sessions } = await call('GET /v1/auth/sessions', { as: one });
    const other = sessions.data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)?.id;
    const before = world.audited.length;
    await call(target.replace(':id', id).replace(':other', other), { as: one, body, ip: '192.0.2.9' });
    t.match(world.audited.slice(before), [{ event: name, userId: one.id, origin }], target);
  }
  const two = await person();
  const before = world.audited.length;
  await call('POST /v1/auth/logout', { as: two, ip: '192.0.2.9' });
  t.match(world.audited.slice(before), [{ event: 'session_ended', origin: { network: '192.0.2.0/24' } }]);
});
