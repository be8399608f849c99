import type { Caller } from '@event-platform/domain';
import fastify from 'fastify';
import t from 'tap';
import { authentication } from '../src/authenticate.ts';
import type { App } from '../src/index.ts';
import { isProblem, openTestApp } from '../test-support/test-app.ts';

t.test('what a route learns about its caller', async (t) => {
  const app = fastify() as unknown as App;
  t.teardown(() => app.close());
  const caller = { userId: 'user', sessionId: 'session' } as Caller;
  await app.register(authentication, {
    accessTokens: {
      issue: () => '',
      read: async () => ({ sub: 'user', sid: 'session', gen: 1, iat: 0, exp: 1 }),
    },
    domain: {
      authenticate: async () => caller,
      admitOperator: () => Promise.reject(new Error('no operator')),
    },
  });
  app.get('/', { config: { auth: 'optional' } }, async ({ caller, callerId, origin }) => ({
    ...{ caller, callerId, origin },
  }));
  const learned = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/', remoteAddress: '2001:db8:1:2::3', headers })).json();
  t.strictSame(await learned({ authorization: 'Bearer x' }), {
    ...{ caller, callerId: 'user' },
    origin: { sessionId: 'session', network: '2001:db8:1::/48' },
  });
  t.strictSame(await learned({}), {
    ...{ caller: null, callerId: null },
    origin: { sessionId: null, network: '2001:db8:1::/48' },
  });
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

t.test('the session is looked up before anything else is read', async (t) => {
  const { call, person, event, world } = await openTestApp(t);
  const { sessions, eventCatalog } = world.dependencies.stores;
  const ada = await person();
  const { id } = await event(ada);
  const looked: string[] = [];
  const [{ find }, { detail }] = [sessions, eventCatalog];
  Object.assign(sessions, {
    find: async (...session: Parameters<typeof find>) => {
      looked.push('session');
      const found = await find(...session);
      looked.push('found');
      return found;
    },
  });
  Object.assign(eventCatalog, {
    detail: (...query: Parameters<typeof detail>) => {
      looked.push('event');
      return detail(...query);
    },
  });
  t.equal((await call(`GET /v1/events/${id}`, { as: ada })).status, 200);
  t.strictSame(looked, ['session', 'found', 'event']);
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
