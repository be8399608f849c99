import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

t.test('pages of allowed origins alone may read responses', async (t) => {
  const origin = 'https://app.example.com';
  const { call } = await openTestApp(t, { with: { corsOrigins: [origin] } });
  const preflight = (from: string) =>
    call('OPTIONS /v1/events', {
      headers: {
        origin: from,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization',
      },
    });
  const allowedResponse = await preflight(origin);
  t.equal(allowedResponse.status, 204);
  t.match(allowedResponse.headers, {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': /PATCH/,
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  });
  t.notOk('access-control-allow-origin' in (await preflight('https://evil.example')).headers);
  const actual = await call('GET /v1/auth/me', { headers: { origin } });
  isProblem(t, actual, 401, 'unauthenticated');
  t.equal(actual.headers['access-control-allow-origin'], origin, 'pages may read errors too');
  t.equal(
    actual.headers['access-control-expose-headers'],
    'ETag, Idempotency-Replayed, Link, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ' +
      'WWW-Authenticate, X-Request-Id',
  );
  t.match(actual.headers.vary, /origin/i);
  t.notOk('access-control-allow-credentials' in actual.headers);
  const open = await openTestApp(t, { with: { corsOrigins: ['*'] } });
  t.equal(
    (await open.call('GET /v1/events', { headers: { origin } })).headers['access-control-allow-origin'],
    '*',
  );
});

t.test(
  'caches keep what pages of one origin may read apart, whatever else a response varies by',
  async (t) => {
    const { call } = await openTestApp(t, { with: { corsOrigins: ['https://app.example.com'] } });
    for (const [path, otherwise] of Object.entries({
      'GET /openapi.json': 'accept-encoding',
      'GET /v1/events': 'accept-encoding',
      'GET /v1/categories': 'origin',
    })) {
      const { headers } = await call(path);
      const names = String(headers.vary).toLowerCase().split(', ');
      t.equal(names.filter((name) => name === 'origin').length, 1, path);
      t.ok(names.includes(otherwise), path);
    }
  },
);

t.test('pages of this machine and those that are named may read responses in development', async (t) => {
  const { call } = await openTestApp(t, { with: { corsOrigins: ['loopback', 'capacitor://localhost'] } });
  const allowedFor = async (origin: string) =>
    (await call('GET /v1/events', { headers: { origin } })).headers['access-control-allow-origin'];
  const ours = [
    'http://localhost',
    'http://localhost:5173',
    'https://app.localhost:8443',
    'http://127.0.0.1:3001',
    'http://[::1]:8080',
    'capacitor://localhost',
  ];
  for (const origin of ours) t.equal(await allowedFor(origin), origin);
  const foreign = [
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example:5173/localhost',
    'http://notlocalhost',
    'null',
    'ionic://localhost',
  ];
  for (const origin of foreign) t.equal(await allowedFor(origin), undefined, origin);
});
