import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { DomainError } from '@event-platform/domain';
import { createMemoryWorld } from '@event-platform/domain/memory';
import t, { type Test } from 'tap';
import { openTestApp } from '../../test-support/test-app.ts';

/** The lines that are logged when a use case fails with this after the timeout. */
const linesAfter = async (t: Test, error: unknown) => {
  const outcome = Promise.withResolvers<never>();
  const world = createMemoryWorld();
  const { call, logged } = await openTestApp(t, {
    app: {
      timeouts: { handler: 20 },
      domain: { ...world.domain, listCategories: () => outcome.promise },
    },
  });
  t.equal((await call('GET /v1/categories')).status, 503);
  outcome.reject(error);
  await new Promise(setImmediate);
  t.notMatch(logged.join(''), '4915112345678');
  return logged.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg]);
};

t.test('a use case that is refused after its timeout logs no error', async (t) => {
  const late = new DomainError({ code: 'unavailable', retryAfterSeconds: 5 });
  t.strictSame(await linesAfter(t, late), [[40, 'request']]);
});

t.test('the line of a request that timed out says how far it came', async (t) => {
  const world = createMemoryWorld();
  const never = () => new Promise<never>(() => {});
  const { call, logged } = await openTestApp(t, {
    app: { timeouts: { handler: 20 }, domain: { ...world.domain, listCategories: never } },
  });
  t.equal((await call('GET /v1/categories')).status, 503);
  t.equal(JSON.parse(logged.at(-1) ?? '{}').reason, 'the work was not done within 0.02 s');
});

t.test('a fault of the software after the timeout is logged without its message', async (t) => {
  t.strictSame(await linesAfter(t, new Error('+4915112345678')), [
    [40, 'request'],
    [50, 'unexpected error'],
  ]);
});

t.test('a response that comes after the timeout is not sent, nor is its address logged', async (t) => {
  const world = createMemoryWorld();
  const started = Promise.withResolvers<void>();
  const { domain } = world;
  const found = started.promise.then(() => domain.searchEvents({ q: '4915112345678', callerId: null }));
  const { call, logged } = await openTestApp(t, {
    app: {
      timeouts: { handler: 20 },
      domain: { ...domain, searchEvents: () => found },
    },
  });
  t.equal((await call('GET /v1/events/search?q=4915112345678')).status, 503);
  started.resolve();
  await found;
  await new Promise(setImmediate);
  t.notMatch(logged.join(''), '4915112345678');
  t.strictSame(
    logged.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg]),
    [[40, 'request']],
  );
});

t.test('a response that began before its timeout is cut off', async (t) => {
  const body = new PassThrough();
  const { app } = await openTestApp(t, {
    pages: () => () => ({
      notFound: () => null,
      routes: async (app) => {
        app.get('/begun', { config: { handlerTimeout: 20 } }, async (_request, reply) => reply.send(body));
      },
    }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  body.write('begun');
  const response = await fetch(`${url}/begun`);
  t.equal(response.status, 200);
  await t.rejects(response.text(), { message: 'terminated' });
  if (!body.closed) await once(body, 'close');
});
