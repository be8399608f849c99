import { memoryCallCounter } from '@event-platform/http';
import t, { type Test } from 'tap';
import { isProblem, openTestApp } from '../../http/test-support/test-app.ts';
import { openRedisCallCounter } from '../src/redis/redis-call-counter.ts';
import { startFakeRedis } from './support/fake-redis.ts';
import { freePort } from './support/service-process.ts';

const minute = 60_000;

t.test('one address has so many calls a minute, the sign-in limit counts by itself', async (t) => {
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
  t.equal((await list('198.51.100.1')).status, 200, 'the next minute is another');
});

t.test('without a limit nobody is told of one', async (t) => {
  const { call } = await openTestApp(t);
  t.notHas((await call('GET /v1/categories')).headers, { 'ratelimit-limit': /./ });
});

t.test('a process counts no more callers than it can hold', async (t) => {
  const counter = memoryCallCounter();
  for (let caller = 0; caller <= 100_000; caller += 1) await counter.count(`caller ${caller}`, 1);
  t.equal(await counter.count('caller 0', 1), 2);
  t.equal(await counter.count('caller 100000', 1), 1);
  t.equal(await counter.count('caller 100000', 2), 1);
  t.equal(await counter.count('caller 100000', 2), 2);
});

const open = (t: Test, port: number) => {
  const lines: string[] = [];
  const counter = openRedisCallCounter({
    url: `redis://127.0.0.1:${port}`,
    fallback: { count: async () => -1 },
    log: (line) => void lines.push(line),
  });
  t.teardown(counter.close);
  /** Counts until it is so. */
  const until = async (isSo: (count: number) => boolean): Promise<number> => {
    for (;;) {
      const count = await counter.count('somebody', 7);
      if (isSo(count)) return count;
      await new Promise(setImmediate);
    }
  };
  return { counter, lines, until };
};

t.test('calls of all processes are counted in Redis together', async (t) => {
  const redis = await startFakeRedis();
  t.teardown(redis.stop);
  const [one, two] = [open(t, redis.port), open(t, redis.port)];
  const first = await one.until((count) => count > 0);
  const second = await two.until((count) => count > 0);
  t.equal(second, first + 1);
  t.equal(await one.counter.count('somebody', 8), 1, 'each minute anew');
  t.strictSame(
    [...redis.counts.keys()],
    ['event-platform:calls:7:somebody', 'event-platform:calls:8:somebody'],
  );
});

t.test('while Redis is away or hangs each process counts for itself, and goes back to it', async (t) => {
  const port = await freePort();
  const { counter, lines, until } = open(t, port);
  t.equal(await counter.count('somebody', 7), -1, 'it was never there');
  const redis = await startFakeRedis(port);
  t.teardown(redis.stop);
  await until((count) => count > 0);
  redis.hang();
  t.equal(await counter.count('somebody', 7), -1, 'it takes the call and says nothing');
  await redis.stop();
  await until(() => lines.length > 0);
  const again = await startFakeRedis(port);
  t.teardown(again.stop);
  t.equal(await until((count) => count > 0), 1);
  t.match(lines.slice(-2), [/each process counts calls for itself/, /counts calls again/]);
  t.notMatch(lines.join(), /redis:/);
});
