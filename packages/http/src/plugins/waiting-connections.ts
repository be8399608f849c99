import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import type { App } from '../app.ts';

/** Connections of one address that may wait for the rest of a request, and for how long more of them may. */
const usual = { connections: 64, graceMs: 1_000 };
/** How many may wait during the grace: a burst of new connections is not an attack. */
const most = 1_024;

/** The options of {@link waitingConnections}. */
export interface WaitingConnectionsOptions {
  /** Addresses and CIDR ranges of proxies, which hold connections for many clients. */
  readonly trustProxy: readonly string[];
}

/** Whether an address lies in one of the networks. */
const isIn = (networks: readonly string[], address: string): boolean => {
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), parsed.kind() === 'ipv4' ? 32 : 128] as const);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
};

/**
 * Bounds the connections of one address that have sent no complete request: beyond 64 those that wait longest are
 * closed once they waited for a second, and beyond 1,024 at once. The newest stay, so that others behind the same
 * address are still served. A connection between two requests does not wait.
 */
export const waitingConnections = fp(async (app: App, { trustProxy }: WaitingConnectionsOptions) => {
  const waiting = new Map<string, Map<Socket, number>>();
  /** Decided once for each connection: reading the networks for each request would cost some percent of it. */
  const watched = new WeakSet<Socket>();

  const settle = (socket: Socket, address: string): void => {
    const sockets = waiting.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) waiting.delete(address);
  };
  const trim = (address: string): void => {
    const sockets = waiting.get(address) ?? new Map<Socket, number>();
    const now = performance.now();
    for (const [socket, since] of sockets) {
      const isTooMany =
        sockets.size > most || (sockets.size > usual.connections && now - since >= usual.graceMs);
      if (!isTooMany) return;
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
    if (sockets.size > usual.connections) trim(address);
  };

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (address !== '' && !isIn(trustProxy, address)) watched.add(socket);
    wait(socket);
    socket.once('close', () => settle(socket, address));
  });
  app.addHook('onRequest', async ({ raw }) => wait(raw.socket));
  const settleRequest = async ({ raw }: FastifyRequest) => settle(raw.socket, raw.socket.remoteAddress ?? '');
  app.addHook('preValidation', settleRequest);
  app.addHook('onResponse', async (request) => {
    // A response may be sent before the body: the connection waits for the rest of it all the same.
    if (request.raw.complete) await settleRequest(request);
    else request.raw.once('end', () => void settleRequest(request));
  });
  const timer = setInterval(() => {
    for (const [address, sockets] of waiting) if (sockets.size > usual.connections) trim(address);
  }, usual.graceMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
});
