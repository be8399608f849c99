import t from 'tap';
import { refreshing } from '../../../test-support/sessions.ts';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const minute = 60_000;

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
    const response = await refresh(refreshToken, key);
    isProblem(t, response, 400, 'invalid_request', `key ${key.slice(0, 20)}`);
    t.strictSame(response.body.errors, [
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
    const response = await refresh(refreshToken, key);
    t.equal(response.status, 200, key.slice(0, 20));
    t.equal((await refresh(refreshToken, key)).body.refreshToken, response.body.refreshToken);
    refreshToken = response.body.refreshToken;
  }
});

t.test('a page of an allowed origin may send a key', async (t) => {
  const { call } = await openTestApp(t, { with: { corsOrigins: ['https://app.example.com'] } });
  const { headers } = await call('OPTIONS /v1/auth/refresh', {
    headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
  });
  t.match(headers['access-control-allow-headers'], /Idempotency-Key/);
});
