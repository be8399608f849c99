import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import t from 'tap';
import { isIn } from '../../src/input/client-network.ts';
import { openTestApp } from '../../test-support/test-app.ts';

const open = async (port: number, bytes: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
};

const closeAll = (t: Parameters<typeof openTestApp>[0], sockets: readonly Socket[]) =>
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });

const serve = async (t: Parameters<typeof openTestApp>[0], trustProxy: readonly string[] = []) => {
  const { app } = await openTestApp(t, { with: { trustProxy, maxConcurrentRequests: 2 } });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
};

t.test('one address holds 64 connections without a complete request, and is still served', async (t) => {
  const port = await serve(t);
  const part =
    'POST /v1/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';
  const sockets = await Promise.all(
    Array.from({ length: 100 }, (_, index) => open(port, index % 2 ? part : 'GET / HTTP/1.1\r\nHost: x\r\n')),
  );
  closeAll(t, sockets);
  await Promise.all(sockets.slice(0, 36).map((socket) => socket.destroyed || once(socket, 'close')));
  t.equal(sockets.filter(({ destroyed }) => !destroyed).length, 64, 'the newest stay');
  const { status } = await fetch(`http://127.0.0.1:${port}/v1/categories`);
  t.equal(status, 200, 'requests whose bodies are missing take no place of others');
});

t.test('a trusted proxy holds as many as it needs', async (t) => {
  const port = await serve(t, ['10.0.0.0/8', '127.0.0.1']);
  const sockets = await Promise.all(Array.from({ length: 100 }, () => open(port, 'GET / HTTP/1.1\r\n')));
  closeAll(t, sockets);
  const other = await serve(t);
  const trimmed = await Promise.all(Array.from({ length: 65 }, () => open(other, 'GET / HTTP/1.1\r\n')));
  closeAll(t, trimmed);
  await once(trimmed[0] as Socket, 'close');
  t.ok(sockets.every(({ destroyed }) => !destroyed));
});

t.test('a connection waits whose body is missing when the response is sent', async (t) => {
  const port = await serve(t);
  const start =
    'POST /v1/auth/otp/start HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n';
  const sockets = await Promise.all(Array.from({ length: 80 }, () => open(port, start)));
  closeAll(t, sockets);
  const answered = await once(sockets.at(-1) as Socket, 'data');
  t.match(String(answered[0]), /^HTTP\/1.1 429 /, 'more than may ask for a code');
  for (const socket of sockets) socket.resume();
  await Promise.all(sockets.slice(0, 16).map((socket) => socket.destroyed || once(socket, 'close')));
  t.equal(sockets.filter(({ destroyed }) => !destroyed).length, 64);
});

t.test('a connection whose request was refused at once waits for nothing', async (t) => {
  const port = await serve(t);
  const request = 'GET /v1/auth/me HTTP/1.1\r\nHost: x\r\n\r\n';
  const answerOf = async (socket: Socket) => {
    const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return String(bytes).slice(0, 12);
  };
  const ask = (socket: Socket) => {
    socket.write(request);
    return answerOf(socket);
  };
  const sockets: Socket[] = [];
  closeAll(t, sockets);
  // Each is asked as soon as it is open: before that it waits.
  while (sockets.length < 80) {
    const socket = await open(port, '');
    sockets.push(socket);
    t.equal(await ask(socket), 'HTTP/1.1 401');
  }
  const other = await serve(t);
  const trimmed = await Promise.all(Array.from({ length: 65 }, () => open(other, 'GET / HTTP/1.1\r\n')));
  closeAll(t, trimmed);
  await once(trimmed[0] as Socket, 'close');
  for (const socket of sockets) t.equal(await ask(socket), 'HTTP/1.1 401', 'still open after the grace');
});

t.test('a network is a range, or one address', async (t) => {
  t.ok(isIn(['10.0.0.0/8'], '10.1.2.3'));
  t.notOk(isIn(['10.0.0.0/8'], '11.1.2.3'));
  t.ok(isIn(['192.0.2.1'], '::ffff:192.0.2.1'), 'IPv4 in IPv6');
  t.notOk(isIn(['192.0.2.1'], '192.0.2.2'));
  t.ok(isIn(['2001:db8::1'], '2001:db8::1'));
  t.notOk(isIn(['2001:db8::1'], '2001:db8::2'), 'no neighbour of an IPv6 address');
  t.notOk(isIn(['::/0'], '192.0.2.1'), 'nor an address of the other family');
});
