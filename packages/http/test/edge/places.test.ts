import { connect } from 'node:net';
import { createMemoryWorld } from '@event-platform/domain/memory';
import t from 'tap';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

t.test('responds 503 at once while the request limit is reached, health apart', async (t) => {
  let open = (): void => undefined;
  let isClosed = true;
  const closed = new Promise<void>((resolve) => {
    open = resolve;
  });
  const world = createMemoryWorld();
  const entered: unknown[] = [];
  const { call } = await openTestApp(t, {
    with: { maxConcurrentRequests: 2 },
    app: {
      domain: {
        ...world.domain,
        listCategories: async () => {
          entered.push(0);
          if (isClosed) await closed;
          return [];
        },
      },
    },
  });
  const inside = [call('GET /v1/categories'), call('GET /v1/categories')];
  while (entered.length < 2) await new Promise(setImmediate);
  const away = await call('GET /v1/categories');
  isProblem(t, away, 503, 'unavailable');
  t.equal(away.headers['retry-after'], '10');
  isProblem(t, await call('GET /nowhere'), 503, 'unavailable');
  t.equal((await call('GET /health/live')).status, 200);
  t.equal((await call('GET /health/ready')).status, 200);
  isClosed = false;
  open();
  for (const { status } of await Promise.all(inside)) t.equal(status, 200);
  for (let again = 0; again < 5; again += 1) t.equal((await call('GET /v1/categories')).status, 200);
});

t.test('a request with a body is in flight once its body is there', async (t) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const world = createMemoryWorld();
  const { app, call } = await openTestApp(t, {
    with: { maxConcurrentRequests: 2 },
    app: {
      domain: {
        ...world.domain,
        startSignIn: (command) => opened.then(() => world.domain.startSignIn(command)),
      },
    },
  });
  const inside = [1, 2].map((last) =>
    call('POST /v1/auth/otp/start', { body: { phone: `+49171123456${last}` } }),
  );
  while (app.requestsInFlight() < 2) await new Promise(setImmediate);
  isProblem(t, await call('GET /v1/categories'), 503, 'unavailable');
  open();
  for (const { status } of await Promise.all(inside)) t.equal(status, 200);
  t.equal(app.requestsInFlight(), 0);
});

t.test('the requests of a connection take turns, nine of forty', async (t) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const world = createMemoryWorld();
  let entered = 0;
  const { app, call } = await openTestApp(t, {
    with: { maxConcurrentRequests: 9 },
    app: {
      domain: {
        ...world.domain,
        listCategories: async () => {
          entered += 1;
          await opened;
          return [];
        },
      },
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let heard = '';
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text;
  });
  socket.write('GET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40));
  while (entered < 1) await new Promise(setImmediate);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  t.equal(entered, 1);
  t.equal(app.requestsInFlight(), 1);
  t.equal((await call('GET /v1/events')).status, 200, 'another caller');
  open();
  await closed;
  const statuses = [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  t.strictSame(statuses, [...Array.from({ length: 8 }, () => 200), 429]);
  t.equal(entered, 8);
  t.match(heard, /\r\nconnection: close\r\n/i);
  while (app.requestsInFlight() > 0) await new Promise(setImmediate);
});

t.test('of a thousand requests in one chunk nine are worked on and logged', async (t) => {
  const { app, logged } = await openTestApp(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').resume();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write('GET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000));
  await closed;
  while (app.requestsInFlight() > 0) await new Promise(setImmediate);
  const lines = logged.map((line) => JSON.parse(line));
  const statuses = lines.flatMap(({ status }) => status ?? []).sort();
  t.strictSame(statuses, [...Array.from({ length: 8 }, () => 200), 429]);
});

t.test('after a response that closes the connection no request of it is begun', async (t) => {
  let begun = 0;
  const { app } = await openTestApp(t, {
    pages: () => () => ({
      notFound: () => null,
      routes: async (routes) => {
        routes.get('/last', async (_request, reply) => {
          begun += 1;
          return reply.header('connection', 'close').send('bye');
        });
      },
    }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1').resume();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write('GET /last HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
  await closed;
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  t.equal(begun, 1);
});

t.test('a connection that waits for its responses sends any number of requests', async (t) => {
  const { app } = await openTestApp(t);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  const heard: string[] = [];
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => heard.push(...(text.match(/HTTP\/1\.1 \d+/g) ?? [])));
  for (let round = 1; round <= 4; round += 1) {
    socket.write('GET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
    while (heard.length < 8 * round && !socket.closed) await new Promise(setImmediate);
  }
  t.strictSame(
    heard,
    Array.from({ length: 32 }, () => 'HTTP/1.1 200'),
  );
});

t.test('requests of a connection that is gone leave no place taken', async (t) => {
  const world = createMemoryWorld();
  const long = Array.from({ length: 120_000 }, (_, number) => ({
    slug: `category-${number}`,
    name: 'x'.repeat(99),
    emoji: 'x',
  }));
  const { app } = await openTestApp(t, {
    with: { maxConcurrentRequests: 9 },
    app: { domain: { ...world.domain, listCategories: async () => long } },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write('GET /v1/categories HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
  while (app.requestsInFlight() === 0) await new Promise(setImmediate);
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  t.ok(app.requestsInFlight() > 0, 'the responses are not read');
  socket.destroy();
  while (app.requestsInFlight() > 0) await new Promise(setImmediate);
});

t.test('a request whose body is there is in flight while its caller is authenticated', async (t) => {
  const world = createMemoryWorld();
  const { promise: authenticated, resolve: authenticate } = Promise.withResolvers<void>();
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  let isHeld = false;
  const { app, call } = await openTestApp(t, {
    app: {
      domain: {
        ...world.domain,
        authenticate: async (claims) => {
          if (isHeld) {
            enter();
            await authenticated;
          }
          return world.domain.authenticate(claims);
        },
      },
    },
  });
  const phone = '+491711234567';
  await call('POST /v1/auth/otp/start', { body: { phone } });
  const code = world.smsSent.at(-1)?.code;
  const { body } = await call('POST /v1/auth/otp/check', { body: { phone, code } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const head = `POST /v1/me/circles HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${body.accessToken}\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n`;
  isHeld = true;
  const slow = connect(port, '127.0.0.1');
  slow.write(`${head}{"name`);
  await entered;
  t.equal(app.requestsInFlight(), 0, 'a body that has not arrived is not waited for');
  slow.write('":"one"} ');
  while (app.requestsInFlight() === 0) await new Promise(setImmediate);
  t.equal(app.requestsInFlight(), 1);
  authenticate();
  const heard = await new Promise((resolve) => slow.once('data', (bytes) => resolve(String(bytes))));
  t.match(heard, /^HTTP\/1\.1 201 /);
  t.equal(app.requestsInFlight(), 0);
  slow.destroy();
});
