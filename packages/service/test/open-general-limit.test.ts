import { memoryCallCounter } from '@event-platform/http';
import t from 'tap';
import { isProblem, openTestApp } from '../../http/test-support/test-app.ts';

const minute = 60_000;

t.test('limits the requests of an address per minute, apart from the limit of sign-in', async (t) => {
  const { call, world } = await openTestApp(t, {
    app: { generalLimit: { limit: 3, counter: memoryCallCounter() } },
  });
  const list = (ip: string) => call('GET /v1/categories', { ip });
  for (const remaining of ['2', '1', '0']) {
    const { status, headers } = await list('198.51.100.1');
    t.equal(status, 200);
    t.equal(headers['ratelimit-limit'], '3');
    t.equal(headers['ratelimit-remaining'], remaining);
  }
  const refused = await list('198.51.100.1');
  isProblem(t, refused, 429, 'rate_limited');
  t.match(refused.headers, { 'retry-after': /^\d+$/, 'ratelimit-remaining': '0' });
  t.ok(Number(refused.headers['retry-after']) <= 60);
  t.equal((await call('GET /v1/events', { ip: '198.51.100.1' })).status, 429, 'all routes together');
  t.equal((await list('198.51.100.2')).status, 200);
  t.equal((await list('2001:db8:1:1::1')).headers['ratelimit-remaining'], '2');
  t.equal((await list('2001:db8:1:1::2')).headers['ratelimit-remaining'], '1', 'a /64 is one address');
  for (const path of ['/health/live', '/', '/docs'])
    t.not((await call(`GET ${path}`, { ip: '198.51.100.1' })).status, 429, path);

  const start = await call('POST /v1/auth/otp/start', {
    ip: '198.51.100.1',
    body: { phone: '+4915112340001' },
  });
  t.equal(start.status, 200);
  t.match(start.headers, { 'ratelimit-limit': '5', 'ratelimit-remaining': '4' });

  world.clock.advance(minute);
  t.equal((await list('198.51.100.1')).status, 200, 'the next minute starts a new count');
});

t.test('sends no limit headers without a limit', async (t) => {
  const { call } = await openTestApp(t);
  t.notHas((await call('GET /v1/categories')).headers, { 'ratelimit-limit': /./ });
});

t.test('bounds the number of addresses that a process counts', async (t) => {
  const counter = memoryCallCounter();
  for (let caller = 0; caller <= 100_000; caller += 1) await counter.count(`caller ${caller}`, 1);
  t.equal(await counter.count('caller 0', 1), 2);
  t.equal(await counter.count('caller 100000', 1), 1);
  t.equal(await counter.count('caller 100000', 2), 1);
  t.equal(await counter.count('caller 100000', 2), 2);
});
