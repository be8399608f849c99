import { type AddressInfo, connect } from 'node:net';
import type { CircleId, UserId } from '@event-platform/domain';
import { createMemoryWorld, type MemoryWorld } from '@event-platform/domain/memory';
import t, { type Test } from 'tap';
import { isProblem, openTestApp, type TestApp } from '../../test-support/test-app.ts';

const signInTo = (world: MemoryWorld, call: TestApp['call']) => async (phone: string) => {
  await call('POST /v1/auth/otp/start', { body: { phone } });
  const code = world.smsSent.at(-1)?.code;
  return (await call('POST /v1/auth/otp/check', { body: { phone, code } })).body;
};

/** An application whose lists of categories and of circles answer once they are told to. */
const openGated = async (t: Test, firstName = '') => {
  const world = createMemoryWorld();
  const inside: (() => void)[] = [];
  const names = [firstName];
  const circle = () => ({
    id: 'one' as CircleId,
    ownerId: 'one' as UserId,
    name: names.shift() ?? '',
    memberCount: 0,
    createdAt: new Date(),
  });
  const { app, call } = await openTestApp(t, {
    app: {
      ...world,
      domain: {
        ...world.domain,
        listCategories: () => new Promise((resolve) => inside.push(() => resolve([]))),
        listCircles: () =>
          new Promise((resolve) =>
            inside.push(() => resolve({ items: [circle()], total: 1, page: 1, limit: 20 })),
          ),
      },
    },
  });
  /** Resolves once so many requests run and no further one begins. */
  const begun = async (requests: number) => {
    while (inside.length < requests) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    t.equal(inside.length, requests);
  };
  const answerAll = () => {
    for (const answer of inside.splice(0)) answer();
  };
  const signIn = signInTo(world, call);
  return { app, call, signIn, begun, answerAll };
};

const range = (length: number) => Array.from({ length });

t.test('works on 64 requests of a network at once, and on those of others meanwhile', async (t) => {
  const { call, begun, answerAll } = await openGated(t);
  const read = (ip: string) => call('GET /v1/categories', { ip });
  const many = range(72).map(() => read('192.0.2.1'));
  await begun(64);
  const other = read('192.0.2.2');
  await begun(65);
  isProblem(t, await call('GET /v1/events/unknown', { ip: '192.0.2.2' }), 404, 'event_not_found');
  t.equal(
    (await call('GET /health/live', { ip: '192.0.2.1' })).status,
    200,
    'health checks wait for nothing',
  );
  answerAll();
  await begun(8);
  answerAll();
  for (const { status } of await Promise.all([...many, other])) t.equal(status, 200);
});

t.test('refuses a request that would be the 513th to wait', async (t) => {
  const { call, begun, answerAll } = await openGated(t);
  const read = () => call('GET /v1/categories', { ip: '192.0.2.1' });
  const many = range(64 + 512).map(read);
  await begun(64);
  const refused = await read();
  isProblem(t, refused, 429, 'rate_limited');
  t.equal(refused.headers['retry-after'], '1');
  t.equal(refused.body.budget, undefined, 'no budget of an account');
  const outcome = Promise.all(many);
  let isOver = false;
  outcome.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    answerAll();
    await new Promise(setImmediate);
  }
  const statuses = (await outcome).map(({ status }) => status);
  t.ok(
    statuses.every((status, at) => status === 200 || (at >= 64 && status === 429)),
    'those that wait have their turn, or wait too long',
  );
});

t.test('works on 16 requests of an account at once, wherever they come from', async (t) => {
  const { call, signIn, begun, answerAll } = await openGated(t);
  const [one, other] = [await signIn('+4915100000001'), await signIn('+4915100010008')];
  const many = range(20).map((_, n) => call('GET /v1/me/circles', { as: one, ip: `192.0.2.${n}` }));
  await begun(16);
  const others = [call('GET /v1/me/circles', { as: other }), call('GET /v1/categories')];
  await begun(18);
  answerAll();
  await begun(4);
  answerAll();
  for (const { status } of await Promise.all([...many, ...others])) t.equal(status, 200);
});

t.test('a caller who hangs up gets no further units until the work is done', async (t) => {
  const { app, begun, answerAll } = await openGated(t);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  // Not with fetch, which opens a connection anew for four seconds when its caller hangs up.
  const sockets = range(64).map(() => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.write('GET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun(64);
  for (const socket of sockets) socket.destroy();
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, open) => resolve(open)));
  while ((await connections()) > 0) await new Promise(setImmediate);
  const next = fetch(`${address}/v1/categories`);
  while ((await connections()) === 0) await new Promise(setImmediate);
  await begun(64);
  answerAll();
  await begun(1);
  answerAll();
  t.equal((await next).status, 200);
});

/** With a sixteenth of the units it rests for ten seconds after it: a request waits for two. */
const longerRest = 'x'.repeat(5_000_000);

t.test('the units of a long response rest', async (t) => {
  const { call, signIn, begun, answerAll } = await openGated(t, longerRest);
  const [one, other] = [await signIn('+4915100000001'), await signIn('+4915100010008')];
  const read = (as: typeof one) => call('GET /v1/me/circles', { as });
  const long = read(one);
  await begun(1);
  answerAll();
  t.equal((await long).status, 200);
  const many = range(15).map(() => read(one));
  await begun(15);
  isProblem(t, await read(one), 429, 'rate_limited');
  const others = read(other);
  await begun(16);
  answerAll();
  for (const { status } of await Promise.all([...many, others])) t.equal(status, 200);
});

t.test('an account reads two downloads at once, and other things meanwhile', async (t) => {
  const gates: (() => void)[] = [];
  const world = createMemoryWorld();
  const { app, call } = await openTestApp(t, {
    app: {
      ...world,
      domain: {
        ...world.domain,
        exportAccount: async () =>
          (async function* () {
            await new Promise<void>((resolve) => gates.push(resolve));
            yield { section: 'profile' as const, rows: [{}] };
          })(),
      },
    },
  });
  const one = await signInTo(world, call)('+4915100000001');
  const download = () => call('GET /v1/me/export', { as: one });
  const [first, second] = [download(), download()];
  while (gates.length < 2) await new Promise(setImmediate);
  const third = download();
  t.equal((await call('GET /v1/me/circles', { as: one })).status, 200);
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  t.equal(gates.length, 2, 'the third waits until one is read');
  gates[0]?.();
  t.equal((await first).status, 200);
  while (gates.length < 3) await new Promise(setImmediate);
  for (const open of gates) open();
  for (const { status } of await Promise.all([second, third])) t.equal(status, 200);
  t.equal(app.requestsInFlight(), 0);
});
