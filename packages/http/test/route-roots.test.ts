import t from 'tap';
import { isRouteOf } from '../src/index.ts';
import { openTestApp } from '../test-support/test-app.ts';

t.test('an application tells its own paths from those of a server around it', async (t) => {
  const { app } = await openTestApp(t);
  const own = [
    '/v1/events?limit=1',
    '/v1',
    '/docs/',
    '/openapi.json',
    '/health/live',
    '/assets/cover.svg',
    '/problems',
  ];
  for (const url of own) t.ok(isRouteOf(app, url), url);
  for (const url of ['/', '/tickets', '/v1x/events', '', '/e/1', '/?a=/v1'])
    t.notOk(isRouteOf(app, url), url);
});
