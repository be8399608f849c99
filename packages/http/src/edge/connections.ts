import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isIn } from '../input/client-network.ts';

const closeListeners = Symbol('closeListeners');

type Response = ServerResponse & { [closeListeners]?: (() => void)[] };

/**
 * Calls the work when the response was sent or its connection closed. All that is to be called shares one listener: each
 * listener costs a cached response about a percent.
 */
export const onClosed = (response: Response, work: () => void): void => {
  const listeners = response[closeListeners];
  if (listeners) listeners.push(work);
  else {
    const all = [work];
    response[closeListeners] = all;
    response.once('close', () => {
      for (const each of all) each();
    });
  }
};

/** Closes a connection so that the kernel keeps nothing of what its client has not taken. */
export const reset = (socket: Socket): void => {
  try {
    socket.resetAndDestroy();
  } catch {
    // Only TCP can be reset.
    socket.destroy();
  }
};

/**
 * Requests of one connection in flight. A client that sends many and reads nothing would otherwise hold the
 * places of all others with one connection, or with the 64 of an address that may wait for it.
 */
export const maxPipelined = 8;

/** Runs one piece of work between two looks at the sockets, of which each look accepts one new connection. */
const oneAtATime = () => {
  const pieces: (() => void)[] = [];
  const step = () => {
    try {
      pieces[0]?.();
    } finally {
      pieces.shift();
      if (pieces.length > 0) setImmediate(step);
    }
  };
  return (work: () => void): void => {
    pieces.push(work);
    if (pieces.length === 1) setImmediate(step);
  };
};

/**
 * Hands the requests of each connection to Fastify one after another, as their responses are sent: one that waits for its
 * turn holds a tenth of what it would with its reply, and new connections come before it. One chunk may hold a thousand: returns the requests that are the first
 * one too many of their connection; those after them are dropped, since the response closes the connection (RFC 9112
 * section 9.6).
 */
export const queuePipelines = (server: Server): WeakSet<IncomingMessage> => {
  const connections = new WeakMap<
    Socket,
    { waiting: (() => void)[]; inFlight: number; isRefused: boolean }
  >();
  const tooMany = new WeakSet<IncomingMessage>();
  const runLater = oneAtATime();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? { waiting: [], inFlight: 0, isRefused: false };
    connections.set(socket, connection);
    if (connection.isRefused) return;
    if (connection.inFlight >= maxPipelined) {
      connection.isRefused = true;
      tooMany.add(request);
    }
    const begin = () => {
      for (const listener of listeners) listener(request, response);
    };
    connection.inFlight += 1;
    onClosed(response, () => {
      connection.inFlight -= 1;
      const next = connection.waiting.shift();
      // After a response that closes the connection none is begun.
      if (next) runLater(() => socket.writable && next());
    });
    if (connection.inFlight === 1) begin();
    else connection.waiting.push(begin);
  });
  return tooMany;
};

/** Connections of one address that may wait for their client, and for how long more of them may. */
const usual = { connections: 64, graceMs: 1_000 };
/** How many may wait during the grace: a burst of new connections is not an attack. */
const most = 1_024;

/** The connections that wait for their client, which has sent no complete request. */
export interface WaitingConnections {
  /** The client has yet to send a request, or the rest of one. */
  wait(socket: Socket): void;
  /** The request is there. A connection between two requests does not wait. */
  settle(socket: Socket): void;
  /** Stops looking after them. */
  end(): void;
}

/**
 * Bounds the waiting connections of one address. Beyond 64 those that wait longest are closed once they waited for a
 * second, and beyond 1,024 at once. The newest stay, so that others behind the same address are still served.
 * @param trustProxy addresses and CIDR ranges of proxies, which hold connections for many clients
 */
export const boundWaiting = (server: Server, trustProxy: readonly string[]): WaitingConnections => {
  const waiting = new Map<string, Map<Socket, number>>();
  /** Decided once for each connection: reading the networks for each request would cost some percent of it. */
  const watched = new WeakSet<Socket>();

  const settle = (socket: Socket, address = socket.remoteAddress ?? ''): void => {
    const sockets = waiting.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) waiting.delete(address);
  };
  const trim = (address: string, sockets: ReadonlyMap<Socket, number>): void => {
    const latest = performance.now() - usual.graceMs;
    for (const [socket, since] of sockets) {
      if (sockets.size <= most && (sockets.size <= usual.connections || since > latest)) return;
      settle(socket, address);
      socket.destroy();
    }
  };
  const wait = (socket: Socket): void => {
    const address = socket.remoteAddress;
    if (address === undefined || !watched.has(socket)) return;
    const sockets = waiting.get(address) ?? new Map<Socket, number>();
    waiting.set(address, sockets);
    if (!sockets.has(socket)) sockets.set(socket, performance.now());
    trim(address, sockets);
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (address !== '' && !isIn(trustProxy, address)) watched.add(socket);
    wait(socket);
    socket.once('close', () => settle(socket, address));
  });
  const timer = setInterval(() => {
    for (const [address, sockets] of waiting) trim(address, sockets);
  }, usual.graceMs).unref();
  return { wait, settle: (socket) => settle(socket), end: () => clearInterval(timer) };
};
