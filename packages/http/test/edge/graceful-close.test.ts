import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createMemoryWorld } from '@event-platform/domain/memory';
import t from 'tap';
import { isProblem, openTestApp } from '../../test-support/test-app.ts';

t.test('a draining service still responds, is not ready and closes connections', async (t) => {
  let isDraining = false;
  const { call } = await openTestApp(t, { app: { isDraining: () => isDraining } });
  t.equal((await call('GET /v1/categories')).headers.connection, 'keep-alive');
  isDraining = true;
  isProblem(t, await call('GET /health/ready'), 503, 'unavailable');
  t.equal((await call('GET /health/live')).status, 200);
  const answer = await call('GET /v1/categories');
  t.equal(answer.status, 200);
  t.equal(answer.headers.connection, 'close');
});

t.test('closing waits for responses, not for idle or unfinished connections', async (t) => {
  const world = createMemoryWorld();
  let answer = (): void => undefined;
  let entered = (): void => undefined;
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const { app } = await openTestApp(t, {
    app: {
      domain: {
        ...world.domain,
        listCategories: () =>
          new Promise((resolve) => {
            entered();
            answer = () => resolve([]);
          }),
      },
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const holdOn = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.write(bytes);
    return ended;
  };
  const sockets = await Promise.all(
    [holdOn(''), holdOn('POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Le')].map(async (ended) => ({
      ended,
    })),
  );
  const response = fetch(`http://127.0.0.1:${port}/v1/categories`);
  await inside;
  const closing = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  // Long enough for several of its checks, none of which may end the response.
  await setTimeout(200);
  answer();
  const answered = await response;
  t.equal(answered.status, 200);
  t.equal(answered.headers.get('connection'), 'close');
  await closing;
  t.pass('it is closed');
  await Promise.all(sockets.map(({ ended }) => ended));
});
