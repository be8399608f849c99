import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { openTestApp } from '../../test-support/test-app.ts';

const mebibyte = 1024 * 1024;

/** An event whose organizer begins to invite over connections of their own. */
const scene = async (t: Parameters<typeof openTestApp>[0]) => {
  const bodies = new EventEmitter();
  const { app, person, event } = await openTestApp(t, {
    with: { trustProxy: ['127.0.0.1'] },
    app: {
      instrument: async (app) => void app.addHook('preParsing', async () => void bodies.emit('awaited')),
    },
  });
  const as = await person();
  const { id } = await event(as);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** Sends the headers alone; resolves to the status, or to `awaited` when the body is to be read. */
  const begin = async (framing: string, from = '198.51.100.1') => {
    const socket = connect(port, '127.0.0.1');
    t.teardown(() => socket.destroy());
    socket.on('error', () => undefined);
    const awaited = once(bodies, 'awaited').then(() => 'awaited');
    const status = once(socket, 'data').then(([data]) => String(data).slice(9, 12));
    socket.write(
      `POST /v1/events/${id}/invites HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n` +
        `Authorization: Bearer ${as.accessToken}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`,
    );
    return { socket, outcome: await Promise.race([awaited, status]) };
  };
  return { begin };
};

const length = (bytes: number) => `Content-Length: ${bytes}`;

t.test('two of the longest bodies of one client are in memory at once', async (t) => {
  const { begin } = await scene(t);
  const first = await begin(length(mebibyte));
  const second = await begin('Transfer-Encoding: chunked');
  t.strictSame([first.outcome, second.outcome], ['awaited', 'awaited']);
  const third = await begin(length(100_000));
  t.equal(third.outcome, '429');
  await once(third.socket, 'close');
  t.equal((await begin(length(64 * 1024))).outcome, 'awaited', 'a usual one does not count');
  t.equal((await begin(length(mebibyte), '198.51.100.2')).outcome, 'awaited', 'another client');
  t.equal((await begin(length(mebibyte + 1))).outcome, 'awaited', 'nor one that the route refuses unread');

  first.socket.destroy();
  second.socket.destroy();
  while ((await begin(length(mebibyte))).outcome !== 'awaited');
  t.pass('connections that close make room');
});
