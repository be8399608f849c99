import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { openRedisCallCounter } from '../../src/rate-limits/redis-call-counter.ts';
import { startFakeRedis } from '../support/fake-redis.ts';
import { freePort } from '../support/service-process.ts';

const open = (t: Test, port: number) => {
  const lines: string[] = [];
  const counter = openRedisCallCounter({
    url: `redis://127.0.0.1:${port}`,
    fallback: { count: async () => -1 },
    log: (line) => void lines.push(line),
  });
  t.teardown(counter.close);
  /** Counts until the condition holds. */
  const until = async (holds: (count: number) => boolean): Promise<number> => {
    for (;;) {
      const count = await counter.count('caller', 7);
      if (holds(count)) return count;
      await delay(5);
    }
  };
  return { counter, lines, until };
};

t.test('counts the requests of all processes together', async (t) => {
  const redis = await startFakeRedis();
  t.teardown(redis.stop);
  const [one, two] = [open(t, redis.port), open(t, redis.port)];
  const first = await one.until((count) => count > 0);
  const second = await two.until((count) => count > 0);
  t.equal(second, first + 1);
  t.equal(await one.counter.count('caller', 8), 1, 'each minute starts a new count');
  t.strictSame([...redis.counts.keys()], ['event-platform:calls:7:caller', 'event-platform:calls:8:caller']);
});

t.test('says at the start that Redis does not respond, before anything is counted', async (t) => {
  const { lines } = open(t, await freePort());
  while (lines.length === 0) await new Promise(setImmediate);
  t.strictSame(lines, ['Redis does not respond: each process counts calls for itself']);
});

t.test('counts in the process while Redis is down or hangs, and in Redis again afterwards', async (t) => {
  const port = await freePort();
  const { counter, lines, until } = open(t, port);
  t.equal(await counter.count('caller', 7), -1, 'Redis was never up');
  const redis = await startFakeRedis(port);
  t.teardown(redis.stop);
  await until((count) => count > 0);
  redis.hang();
  t.equal(await counter.count('caller', 7), -1, 'Redis does not respond');
  await redis.stop();
  await until(() => lines.length > 0);
  const again = await startFakeRedis(port);
  t.teardown(again.stop);
  t.equal(await until((count) => count > 0), 1);
  t.match(lines.slice(-2), [/each process counts calls for itself/, /counts calls again/]);
  t.notMatch(lines.join(), /redis:/);
});
