import t, { type Test } from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const minute = 60_000;

/** An application, and starts without a phone from an address: counted, and refused with 400. */
const scene = async (t: Test) => {
  const { call, world } = await openTestApp(t);
  const start = (ip: string) => call('POST /v1/auth/otp/start', { body: {}, ip });
  return {
    world,
    start,
    /** How many starts from these addresses in turn are let through before the first is refused. */
    allowed: async (addressOf: (index: number) => string, most: number) => {
      for (let index = 0; index < most; index += 1)
        if ((await start(addressOf(index))).status === 429) return index;
      return most;
    },
  };
};

t.test('each network that a caller may own has a limit of its own', async (t) => {
  const { allowed, start, world } = await scene(t);
  /** Calls that others in the network have made; each through HTTP would take long. */
  const fill = async (network: string, limit: number, calls: number) => {
    for (let call = 0; call < calls; call += 1)
      await world.quotas.takeAll(
        [{ key: `otp-start ${network}`, amount: 1, limit, window: 10 * minute }],
        world.clock.now(),
      );
  };
  const networks: readonly (readonly [string, number, (index: number) => string])[] = [
    ['2001:db8:1:1::/64', 5, (index) => `2001:db8:1:1::${index.toString(16)}`],
    ['2001:db8:2:1000::/56', 10, (index) => `2001:db8:2:10${(index >> 2).toString(16).padStart(2, '0')}::1`],
    ['2001:db8:3::/48', 20, (index) => `2001:db8:3:${(index * 256).toString(16)}::1`],
    ['2001:dba::/32', 200, (index) => `2001:dba:${(index + 9).toString(16)}::1`],
    ['192.0.2.1/32', 5, () => '192.0.2.1'],
    ['198.51.100.0/24', 40, (index) => `198.51.100.${index}`],
    ['203.0.0.0/16', 400, (index) => `203.0.${index >> 1}.${index & 1}`],
  ];
  for (const [network, limit, addressOf] of networks) {
    const others = Math.max(0, limit - 10);
    await fill(network, limit, others);
    t.equal(others + (await allowed(addressOf, limit - others + 3)), limit, network);
    const refusal = await start(addressOf(limit));
    isProblem(t, refusal, 429, 'rate_limited', network);
    t.match(
      refusal,
      {
        headers: {
          'retry-after': '600',
          'ratelimit-limit': '5',
          'ratelimit-remaining': '0',
          'ratelimit-reset': '600',
        },
        body: { detail: 'More than 5 sign-ins were started from this address within 10 minutes.' },
      },
      `${network} is answered like the first`,
    );
    world.clock.advance(10 * minute);
    t.equal((await start(addressOf(limit))).status, 400, `${network} slides`);
  }
});

t.test('a start that a wide network refuses does not count for the narrow one', async (t) => {
  const { start, world } = await scene(t);
  for (let index = 0; index < 40; index += 1) await start(`198.51.100.${index}`);
  for (let index = 0; index < 9; index += 1) t.equal((await start('198.51.100.99')).status, 429);
  world.clock.advance(10 * minute);
  for (let index = 0; index < 5; index += 1) t.equal((await start('198.51.100.99')).status, 400);
  t.equal((await start('198.51.100.99')).status, 429);
});

t.test('headers count down to the nearest limit', async (t) => {
  const { start } = await scene(t);
  const remaining = async (ip: string) => (await start(ip)).headers['ratelimit-remaining'];
  t.equal(await remaining('2001:db8:1:1::1'), '4');
  t.equal(await remaining('2001:db8:1:1::1'), '3');
  for (const last of [2, 3, 4]) for (const host of [1, 2]) await start(`2001:db8:1:${last}::${host}`);
  t.equal(await remaining('2001:db8:1:5::1'), '1', 'nine of the ten of the /56 are used');
});

t.test('spellings of a forwarded address are one caller', async (t) => {
  const { call } = await openTestApp(t, { with: { trustProxy: ['127.0.0.0/8'] } });
  const start = (address: string) =>
    call('POST /v1/auth/otp/start', { body: {}, headers: { 'x-forwarded-for': address } });
  for (const address of [
    '203.0.113.10',
    '203.0.113.010',
    '203.000.113.010',
    '0203.0.113.10',
    '203.0.113.0010',
  ])
    t.equal((await start(address)).status, 400, address);
  for (const address of ['203.0.113.10', '203.0.113.010', '::ffff:203.0.113.010', '203.0.113.010:99'])
    t.equal((await start(address)).status, 429, address);
  t.equal((await start('203.0.113.8')).status, 400, 'no number is octal');
});
