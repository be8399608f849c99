import t from 'tap';
import { openTestApp, uuidv7 } from '../../../test-support/test-app.ts';

t.test('every response has the security headers and a request id', async (t) => {
  const { call } = await openTestApp(t);
  const response = await call('GET /v1/auth/me');
  t.match(response.headers, {
    'x-request-id': uuidv7,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    'strict-transport-security': /max-age=\d+/,
  });
  t.notOk('access-control-allow-origin' in response.headers, 'no origin is allowed by default');

  const plain = await openTestApp(t, { with: { publicUrl: 'http://localhost:3000' } });
  t.notOk('strict-transport-security' in (await plain.call('GET /')).headers, 'not without TLS');
});
