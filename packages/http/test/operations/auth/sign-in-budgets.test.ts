import { memoryProof } from '@event-platform/domain/memory';
import t, { type Test } from 'tap';
import { isProblem, openTestApp } from '../../../test-support/test-app.ts';

const wrong = (code = '') => String((Number(code) + 1) % 10_000).padStart(4, '0');
const home = '203.0.113.7';
const elsewhere = '198.51.100.7';

/** An application whose unknown callers have 4 SMS a day, and calls from an address. */
const scene = async (t: Test) => {
  const app = await openTestApp(t, { domain: { smsDailyBudget: 16 } });
  const { call, world } = app;
  const start = (phone: string, ip: string, more: object = {}) =>
    call('POST /v1/auth/otp/start', { body: { phone, ...more }, ip });
  const check = (phone: string, ip: string, more: object = {}) =>
    call('POST /v1/auth/otp/check', { body: { phone, code: world.smsSent.at(-1)?.code, ...more }, ip });
  return { ...app, start, check };
};

const phone = '+447700900123';

t.test('the owner gets in with a device while unknown callers guess', async (t) => {
  const { start, check, call, world } = await scene(t);
  await start(phone, home);
  const { body: first } = await check(phone, home);
  const refreshResponse = await call('POST /v1/auth/refresh', { body: { refreshToken: first.refreshToken } });
  await call('POST /v1/auth/logout', { as: refreshResponse.body, body: {} });
  for (const [index, device] of [first.refreshToken, refreshResponse.body.refreshToken].entries()) {
    const away = `198.51.10${index}.7`;
    world.clock.advance(86_400_000);
    t.equal((await start(phone, away, { device })).status, 200);
    const code = world.smsSent.at(-1)?.code;
    for (let guess = 0; guess < 4; guess += 1)
      isProblem(t, await check(phone, away, { code: wrong(code) }), 401, 'code_invalid');
    isProblem(t, await check(phone, away), 401, 'code_invalid', 'the right code, of a stranger');
    const other = `${device.slice(0, -1)}${device.endsWith('A') ? 'E' : 'A'}`;
    for (const forged of [other, 'x', ''])
      isProblem(t, await check(phone, away, { device: forged }), 401, 'code_invalid', 'a forged device');
    t.equal((await check(phone, away, { device })).status, 200, 'an annulled token proves the device');
  }
  for (const device of [5, null, 'x'.repeat(3_000)])
    isProblem(t, await start(phone, elsewhere, { device }), 400, 'invalid_request', JSON.stringify(device));
});

t.test('unknown callers bring a proof from half of their share on', async (t) => {
  const { start, check, world } = await scene(t);
  await start(phone, home);
  await check(phone, home);
  for (const last of [1, 2]) t.equal((await start(`+44770090010${last}`, elsewhere)).status, 200);
  const stranger = '+447700900103';
  const response = await start(stranger, elsewhere);
  isProblem(t, response, 403, 'proof_required');
  t.ok(response.body.challenge);
  t.equal(response.headers['retry-after'], undefined);
  const proof = memoryProof(response.body.challenge);
  isProblem(t, await start('+447700900104', elsewhere, { proof }), 403, 'proof_required', 'another phone');
  t.equal((await start(stranger, '198.51.101.1', { proof })).status, 200, 'from any address');
  world.clock.advance(31_000);
  isProblem(t, await start(stranger, '198.51.101.1', { proof }), 403, 'proof_required', 'a second time');
  t.equal((await start('+447700900105', home)).status, 200, 'a sign-in came from there');
  t.equal((await start(phone, '198.51.102.1')).status, 200, 'it has an account');
  for (const bad of [5, 'x'.repeat(4_097)])
    isProblem(t, await start(stranger, '198.51.103.1', { proof: bad }), 400, 'invalid_request');
});

t.test('while the guesses of all phones are spent, a right code needs a proof', async (t) => {
  const { start, check, world } = await scene(t);
  await start(phone, home);
  await check(phone, home);
  world.clock.advance(31_000);
  await start(phone, elsewhere);
  const until = new Date(world.clock.now().getTime() + 3_600_000);
  const key = `guesses:${world.clock.now().toISOString().slice(0, 10)}:unknown`;
  await world.dependencies.stores.quotas.takeAll(
    [{ key, amount: 200, limit: 200, until }],
    world.clock.now(),
  );
  const response = await check(phone, elsewhere);
  isProblem(t, response, 403, 'proof_required');
  const proof = memoryProof(response.body.challenge);
  isProblem(t, await check('+447700900104', elsewhere, { proof }), 401, 'code_invalid');
  isProblem(t, await check(phone, elsewhere, { proof: 5 }), 400, 'invalid_request');
  t.equal((await check(phone, elsewhere, { proof })).status, 200);
  world.clock.advance(31_000);
  const smsCount = world.smsSent.length;
  isProblem(t, await start(phone, '198.51.101.1'), 403, 'proof_required');
  t.equal(world.smsSent.length, smsCount);
  t.equal((await start(phone, home)).status, 200, 'a known network has guesses of its own');
});

t.test('a share that is spent refuses its own kind alone', async (t) => {
  const { start, check, world } = await scene(t);
  await start(phone, home);
  await check(phone, home);
  const spend = async (count: number, ip: string) => {
    for (let last = 0; last < count; last += 1) {
      const number = `+4477009${ip.length}${ip.slice(-1)}${String(last).padStart(3, '0')}`;
      const from = ip.replace(/\d+$/, String(last));
      const first = await start(number, from);
      const { challenge } = first.body;
      if (challenge) await start(number, from, { proof: memoryProof(challenge) });
    }
  };
  await spend(4, elsewhere);
  isProblem(t, await start('+447700900199', '198.51.104.1'), 429, 'rate_limited', 'unknownCallers');
  await spend(4, home);
  isProblem(t, await start('+447700900199', home), 429, 'rate_limited', 'returning networks');
  t.equal(world.smsSent.length, 1 + 4 + 4);
  world.clock.advance(31_000);
  t.equal((await start(phone, '198.51.105.1')).status, 200, 'accounts');
});
