import t from 'tap';
import { openTestApp } from '../../../test-support/test-app.ts';

const forwarded = { 'x-forwarded-for': '203.0.113.9' };

t.test('a peer that is not trusted and forwards addresses is warned of, once a minute', async (t) => {
  for (const trustProxy of [[], ['10.0.0.0/8']]) {
    const { call, logged, world } = await openTestApp(t, { with: { trustProxy } });
    const warnings = () => logged.filter((line) => /X-Forwarded-For ignored/.test(line));
    const ip = '198.51.100.1';
    await call('GET /v1/categories', { ip });
    t.equal(warnings().length, 0, 'no such header');
    for (let calls = 0; calls < 20; calls += 1) await call('GET /v1/categories', { ip, headers: forwarded });
    t.equal(warnings().length, 1);
    t.notMatch(warnings().join(), /198\.51|203\.0/);
    world.clock.advance(60_000);
    await call('GET /v1/categories', { ip, headers: forwarded });
    t.equal(warnings().length, 2);
  }
});

t.test('a trusted proxy is not', async (t) => {
  const { call, logged } = await openTestApp(t, { with: { trustProxy: ['10.0.0.0/8'] } });
  await call('GET /v1/categories', { ip: '10.1.2.3', headers: forwarded });
  t.notMatch(logged.join(), /X-Forwarded-For/);
});
