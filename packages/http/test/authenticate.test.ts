import fastify, { type FastifyRequest } from 'fastify';
import t, { type Test } from 'tap';
import { authentication, callerIdOf, callerOf, originOf } from '../src/authenticate.ts';
import type { App, AppDependencies } from '../src/index.ts';
import { type CallResponse, isProblem, openTestApp } from '../test-support/test-app.ts';

const caller = { userId: 'user', sessionId: 'session' };
// No more of a request is read.
const request = (identity: typeof caller | null) =>
  ({ caller: identity, ip: '2001:db8:1:2::3' }) as unknown as FastifyRequest;

t.test('what a route learns about its caller', async (t) => {
  t.equal(callerOf(request(caller)), caller);
  t.throws(() => callerOf(request(null)), { message: 'unauthenticated' });
  t.equal(callerIdOf(request(caller)), 'user');
  t.equal(callerIdOf(request(null)), null);
  t.strictSame(originOf(request(caller)), { sessionId: 'session', network: '2001:db8:1::/48' });
  t.strictSame(originOf(request(null)), { sessionId: null, network: '2001:db8:1::/48' });
});

t.test('a route checks its caller as it says', async (t) => {
  const { call, person } = await openTestApp(t);
  const { accessToken } = await person();
  const status = async (path: string, as?: { accessToken: string }) => (await call(path, { as })).status;
  const bad = { accessToken: 'x' };
  t.strictSame(await Promise.all([undefined, bad].map((as) => status('GET /health/live', as))), [200, 200]);
  t.strictSame(
    await Promise.all([undefined, bad, { accessToken }].map((as) => status('GET /v1/events', as))),
    [200, 401, 200],
  );
  t.strictSame(
    await Promise.all([undefined, bad, { accessToken }].map((as) => status('GET /v1/auth/me', as))),
    [401, 401, 200],
  );
  t.strictSame(
    await Promise.all([undefined, bad, { accessToken }].map((as) => status('POST /v1/auth/logout', as))),
    [401, 401, 200],
  );
  t.equal(await status('POST /v1/auth/logout', { accessToken }), 200, 'its session has ended');
  isProblem(t, await call('GET /v1/auth/me', { as: { accessToken } }), 401, 'unauthenticated');
});

t.test('a route that does not say what it requires of callers stops the start', async (t) => {
  const app = fastify() as unknown as App;
  t.teardown(() => app.close());
  const unused = () => Promise.reject(new Error('no request is made'));
  await app.register(authentication, {
    accessTokens: { issue: () => '', read: unused },
    domain: { authenticate: unused, admitOperator: unused },
  });
  t.throws(() => app.get('/open', async () => 'everything'), { message: 'GET /open has no config.auth' });
});

/** An application whose look-ups of sessions wait, once it is closed, until they are told to go on. */
const openGated = async (t: Test, dependencies: Partial<AppDependencies> = {}) => {
  const app = await openTestApp(t, { app: dependencies });
  const { sessions, eventCatalog } = app.world.dependencies.stores;
  const { find } = sessions;
  const { detail } = eventCatalog;
  const waiting: (() => void)[] = [];
  let isClosed = false;
  let events = 0;
  Object.assign(sessions, {
    find: async (...session: Parameters<typeof find>) => {
      if (isClosed) await new Promise<void>((resolve) => waiting.push(resolve));
      return find(...session);
    },
  });
  Object.assign(eventCatalog, {
    detail: (...calls: Parameters<typeof detail>) => {
      events += 1;
      return detail(...calls);
    },
  });
  return {
    ...app,
    close: () => {
      isClosed = true;
      events = 0;
    },
    /** Resolves once so many look-ups wait and so many events were read, and no more are. */
    begun: async (sessions: number, reads: number) => {
      while (waiting.length < sessions || events < reads) await new Promise(setImmediate);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      t.strictSame([waiting.length, events], [sessions, reads]);
    },
    goOn: () => {
      isClosed = false;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
};

t.test('an event is read while the session is looked up, and sent only if that lives', async (t) => {
  const { call, person, event, world, ...gate } = await openGated(t);
  const [ada, ben] = [await person(), await person()];
  const [open, privateEvent] = [await event(ada), await event(ada, { visibility: 'private' })];
  const unknown = '00000000-0000-7000-8000-000000000000';
  const paths = [open.id, privateEvent.id, unknown].map((id) => `GET /v1/events/${id}`);
  const ask = async () => {
    gate.close();
    const calls = [ada, ben].flatMap((as) => paths.map((path) => call(path, { as })));
    await gate.begun(6, 6);
    return calls;
  };
  const first = await ask();
  gate.goOn();
  const responses = await Promise.all(first);
  t.strictSame(
    responses.map(({ status }) => status),
    [200, 200, 404, 200, 404, 404],
  );
  const again = await ask();
  const { sid } = JSON.parse(Buffer.from(ada.accessToken.split('.')[1] ?? '', 'base64url').toString());
  const { stores, clock } = world.dependencies;
  await stores.sessions.end(sid, clock.now());
  gate.goOn();
  const [one, two, three, ...bens] = await Promise.all(again);
  for (const refused of [one, two, three]) isProblem(t, refused as CallResponse, 401, 'unauthenticated');
  t.strictSame(
    bens.map(({ status }) => status),
    [200, 404, 404],
  );
});

t.test('with replicas, the session is looked up before anything else is read', async (t) => {
  const readYourWrites = { begin: () => undefined, end: async () => undefined };
  const { call, person, event, ...gate } = await openGated(t, { readYourWrites });
  const ada = await person();
  const { id } = await event(ada);
  gate.close();
  const calls = call(`GET /v1/events/${id}`, { as: ada });
  await gate.begun(1, 0);
  gate.goOn();
  t.equal((await calls).status, 200);
});

t.test('a request with the token of an ended session does not wait for a slot of its user', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const { stores, clock } = world.dependencies;
  const ada = await person();
  const { id } = await event(ada);
  const { detail } = stores.eventCatalog;
  const goOn = Promise.withResolvers<void>();
  let reading = 0;
  Object.assign(stores.eventCatalog, {
    detail: async (...calls: Parameters<typeof detail>) => {
      reading += 1;
      await goOn.promise;
      return detail(...calls);
    },
  });
  const ask = () => call(`GET /v1/events/${id}`, { as: ada });
  const calls = Array.from({ length: 16 }, ask);
  while (reading < 16) await new Promise(setImmediate);
  const { sid } = JSON.parse(Buffer.from(ada.accessToken.split('.')[1] ?? '', 'base64url').toString());
  await stores.sessions.end(sid, clock.now());
  isProblem(t, await ask(), 401, 'unauthenticated');
  t.equal(reading, 16);
  goOn.resolve();
  for (const { status } of await Promise.all(calls)) t.equal(status, 200, 'its session had not ended');
});
