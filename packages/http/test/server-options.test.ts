import t from 'tap';
import { isProblem, openTestApp } from '../test-support/test-app.ts';

t.test('a path that is no text is refused, an endless segment names nothing', async (t) => {
  const { call } = await openTestApp(t);
  for (const path of ['/v1/events/%ff', '/v1/events/%', '/%C3%28', '/v1/event-invites/%80'])
    isProblem(t, await call(`GET ${path}`), 400, 'invalid_request', path);
  isProblem(t, await call(`GET /v1/events/${'x'.repeat(3_000)}`), 404, 'event_not_found', 'endless segments');
});
