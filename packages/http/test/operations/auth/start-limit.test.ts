import t from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const phone = '+447700900123';

const minute = 60_000;

t.test(
  'the start route takes five calls in ten minutes from one address, invalid ones counted',
  async (t) => {
    const { call, world } = await openTestApp(t);
    const start = (ip: string, body: unknown = {}) => call('POST /v1/auth/otp/start', { body, ip });
    for (let count = 0; count < 4; count += 1) t.equal((await start('192.0.2.1')).status, 400);
    world.clock.advance(minute);
    t.equal((await start('192.0.2.1', { phone })).status, 200);
    const sixth = await start('192.0.2.1', { phone });
    isProblem(t, sixth, 429, 'rate_limited');
    t.equal(sixth.headers['retry-after'], '540');
    t.equal(sixth.headers['ratelimit-limit'], '5');
    t.equal(sixth.headers['ratelimit-remaining'], '0');
    t.equal(sixth.headers['ratelimit-reset'], '540');
    t.equal((await start('192.0.2.2', {})).status, 400, 'another address');
    t.equal(
      (await call('POST /v1/auth/otp/check', { body: {}, ip: '192.0.2.1' })).status,
      400,
      'other routes',
    );
    world.clock.advance(9 * minute - 1);
    t.equal((await start('192.0.2.1')).status, 429);
    world.clock.advance(1);
    t.equal((await start('192.0.2.1')).status, 400, 'the window slides');
  },
);

t.test('in development the start route is open to this machine, not to who comes through it', async (t) => {
  const relaxedStartLimit = { loopbackCalls: 8 };
  const { call } = await openTestApp(t, { with: { relaxedStartLimit, trustProxy: ['192.0.2.7'] } });
  const json = { 'content-type': 'application/json' };
  const status = async (ip: string, headers = {}, raw = '{}') =>
    (await call('POST /v1/auth/otp/start', { raw, ip, headers: { ...json, ...headers } })).status;
  for (const ip of ['127.0.0.1', '::1', '127.0.0.9', '::ffff:127.0.0.1'])
    t.same([await status(ip), await status(ip, {}, 'no JSON')], [400, 400]);
  t.equal(await status('127.0.0.1'), 429, 'bounded all the same');
  const callers: readonly (readonly [string, object])[] = [
    ['192.0.2.1', {}],
    ['127.0.0.1', { 'x-forwarded-for': '203.0.113.1' }],
    ['::1', { forwarded: 'for=203.0.113.1' }],
    ['192.0.2.7', { 'x-forwarded-for': '127.0.0.2' }],
  ];
  for (const [ip, headers] of callers) {
    for (let count = 0; count < 5; count += 1) t.equal(await status(ip, headers), 400, ip);
    t.equal(await status(ip, headers), 429, `${ip} ${JSON.stringify(headers)}`);
  }
});

t.test('in development the limit by address leaves test phones out', async (t) => {
  const testPhone = '+15550001111';
  const relaxedStartLimit = { loopbackCalls: 8, isExempt: (number: string) => number === testPhone };
  const testPhones = { codes: { [testPhone]: '1234' }, until: new Date('2100-01-01') };
  const { call } = await openTestApp(t, { with: { relaxedStartLimit }, domain: { testPhones } });
  const start = (body: unknown) => call('POST /v1/auth/otp/start', { body, ip: '192.0.2.1' });
  for (let count = 0; count < 20; count += 1) t.equal((await start({ phone: testPhone })).status, 200);
  for (const body of [{}, null, [], { phone: 1 }, { phone }]) await start(body);
  const sixth = await start({ phone });
  isProblem(t, sixth, 429, 'rate_limited');
  t.equal(sixth.headers['ratelimit-limit'], '5');
  t.equal((await start({ phone: testPhone })).status, 200);
});

t.test('one IPv6 /64 is one caller; a mapped address is the IPv4 address', async (t) => {
  const { call } = await openTestApp(t);
  const status = async (ip: string) => (await call('POST /v1/auth/otp/start', { body: {}, ip })).status;
  for (let host = 1; host <= 5; host += 1) t.equal(await status(`2001:db8:1:2::${host}`), 400);
  t.equal(await status('2001:db8:1:2:ffff::9'), 429);
  t.equal(await status('2001:db8:1:3::1'), 400);
  for (let count = 0; count < 5; count += 1) t.equal(await status('::ffff:192.0.2.7'), 400);
  t.equal(await status('192.0.2.7'), 429);
});

t.test('a known block costs the windows nothing, and uncountable calls are refused', async (t) => {
  const { world } = await openTestApp(t);
  let calls = 0;
  const countingApp = await openTestApp(t, {
    app: {
      quotas: {
        takeAll: async (...call) => {
          calls += 1;
          return world.quotas.takeAll(...call);
        },
      },
    },
  });
  for (let count = 0; count < 20; count += 1) await countingApp.call('POST /v1/auth/otp/start', { body: {} });
  t.equal(calls, 6, 'five counted, one refused, the rest remembered');

  const away = await openTestApp(t, {
    app: { quotas: { takeAll: () => Promise.reject(new Error('connection refused')) } },
  });
  isProblem(t, await away.call('POST /v1/auth/otp/start', { body: { phone } }), 503, 'unavailable');
  t.equal(away.world.smsSent.length, 0);
});

t.test('forwarded addresses count only from trusted proxies', async (t) => {
  const forwarded = (value: string) => ({ 'x-forwarded-for': value });
  const open = await openTestApp(t);
  for (let count = 0; count < 5; count += 1)
    await open.call('POST /v1/auth/otp/start', { body: {}, headers: forwarded(`198.51.100.${count}`) });
  const spoofedResponse = await open.call('POST /v1/auth/otp/start', {
    body: {},
    headers: forwarded('1.1.1.1'),
  });
  t.equal(spoofedResponse.status, 429, 'no proxy is trusted');

  const behind = await openTestApp(t, { with: { trustProxy: ['127.0.0.0/8'] } });
  for (let count = 0; count < 5; count += 1)
    await behind.call('POST /v1/auth/otp/start', {
      body: {},
      headers: forwarded(`9.9.9.${count}, 203.0.113.5`),
    });
  const start = (value: string) =>
    behind.call('POST /v1/auth/otp/start', { body: {}, headers: forwarded(value) });
  t.equal((await start('8.8.8.8, 203.0.113.5')).status, 429, 'the entry of the proxy counts');
  t.equal((await start('203.0.113.5, 203.0.113.6:4711')).status, 400, 'its port does not matter');
});
