import t from 'tap';
import { openTestApp, uuidv7 } from '../../../test-support/test-app.ts';

t.test('a safe request id is kept, any other replaced', async (t) => {
  const { call } = await openTestApp(t);
  const clientHeaders = { 'x-request-id': 'abc-12345678' };
  t.equal((await call('GET /v1/events', { headers: clientHeaders })).headers['x-request-id'], 'abc-12345678');
  t.equal((await call('GET /nothing', { headers: clientHeaders })).body.requestId, 'abc-12345678');
  for (const odd of ['x', 'a b c d e f g h', 'x'.repeat(65), '<script>alert(1)</script>', 'ü'.repeat(10)])
    t.match(
      (await call('GET /v1/events', { headers: { 'x-request-id': odd } })).headers['x-request-id'],
      uuidv7,
    );
});
