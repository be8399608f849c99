import t from 'tap';
import { memoryCallCounter } from '../../../src/index.ts';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const minute = 60_000;

t.test('all calls of an address together have a limit a minute', async (t) => {
  const generalLimit = { limit: 3, counter: memoryCallCounter() };
  const { call, world } = await openTestApp(t, { app: { generalLimit } });
  world.clock.advance(minute / 4);
  const list = (ip: string) => call('GET /v1/categories', { ip });
  for (const remaining of ['2', '1', '0']) {
    const { status, headers } = await list('2001:db8:1:2::1');
    t.equal(status, 200);
    t.match(headers, { 'ratelimit-limit': '3', 'ratelimit-remaining': remaining, 'ratelimit-reset': '45' });
  }
  const refusal = await call('GET /v1/events', { ip: '2001:db8:1:2:ffff::2' });
  isProblem(t, refusal, 429, 'rate_limited', 'another route, the same /64');
  t.match(refusal.headers, { 'ratelimit-limit': '3', 'ratelimit-remaining': '0', 'retry-after': '45' });
  t.equal(refusal.headers['ratelimit-reset'], '45');
  t.equal(refusal.body.detail, 'More than 3 calls came from this address within a minute.');
  t.equal((await list('2001:db8:1:3::1')).status, 200, 'another /64');
  world.clock.advance(minute / 4);
  t.equal((await list('2001:db8:1:2::1')).headers['retry-after'], '30');
  world.clock.advance(minute / 2 - 1);
  const last = await list('2001:db8:1:2::1');
  t.strictSame([last.status, last.headers['retry-after']], [429, '1']);
  world.clock.advance(1);
  t.equal((await list('2001:db8:1:2::1')).status, 200, 'the next minute');
});

t.test('a route with a limit of its own counts there alone', async (t) => {
  const counted: string[] = [];
  const counter = {
    count: async (key: string) => {
      counted.push(key);
      return 1;
    },
  };
  const { call } = await openTestApp(t, { app: { generalLimit: { limit: 1, counter } } });
  for (let count = 0; count < 5; count += 1)
    t.equal((await call('POST /v1/auth/otp/start', { body: {}, ip: '192.0.2.1' })).status, 400);
  t.equal((await call('POST /v1/auth/otp/start', { body: {}, ip: '192.0.2.1' })).status, 429);
  t.strictSame(counted, []);
  t.equal((await call('GET /v1/categories', { ip: '192.0.2.1' })).status, 200);
  t.strictSame(counted, ['192.0.2.1/32']);
});

t.test('developer pages and health have no limit, and no route has limit headers without one', async (t) => {
  const limitedApp = await openTestApp(t, {
    app: { generalLimit: { limit: 1, counter: memoryCallCounter() } },
  });
  for (const path of ['/health/live', '/problems', '/docs/', '/health/live', '/problems', '/docs/']) {
    const { status, headers } = await limitedApp.call(`GET ${path}`);
    t.equal(status, 200, path);
    t.notOk('ratelimit-limit' in headers, path);
  }
  const { call } = await openTestApp(t);
  t.notOk('ratelimit-limit' in (await call('GET /v1/categories')).headers);
});
