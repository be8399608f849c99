import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import type { App } from '../../app.ts';
import { hasBody } from '../../input/has-body.ts';

/** Connections of one address that may wait for their client, and for how long more of them may. */
const usual = { connections: 64, graceMs: 1_000 };
/** How many may wait during the grace: a burst of new connections is not an attack. */
const most = 1_024;

/** The options of {@link waitingConnections}. */
export interface WaitingConnectionsOptions {
  /** Addresses and CIDR ranges of proxies, which hold connections for many clients. */
  readonly trustProxy: readonly string[];
  /** How many connections of one address may wait; set by tests. */
  readonly connections?: number;
}

/** Whether an address lies in one of the networks; one without a length is a single address. */
export const isIn = (networks: readonly string[], address: string): boolean => {
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : ([ipaddr.process(network), parsed.kind() === 'ipv4' ? 32 : 128] as const);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
};

/**
 * Bounds the connections of one address that wait for their client: that have sent no complete request.
 * Beyond 64 those that wait longest are closed once they waited for a second, and beyond 1,024 at once. The
 * newest stay, so that others behind the same address are still served. A connection between two requests
 * does not wait.
 */
export const waitingConnections = fp(async (app: App, options: WaitingConnectionsOptions) => {
  const { trustProxy, connections = usual.connections } = options;
  const waiting = new Map<string, Map<Socket, number>>();
  /**
   * Decided once for each connection: reading the networks for each request would cost some percent of it.
   */
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
      const isTooMany = sockets.size > most || (sockets.size > connections && now - since >= usual.graceMs);
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
    if (sockets.size > connections) trim(address);
  };

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (address !== '' && !isIn(trustProxy, address)) watched.add(socket);
    wait(socket);
    socket.once('close', () => settle(socket, address));
  });
  const settleRequest = ({ raw: { socket } }: FastifyRequest): void =>
    settle(socket, socket.remoteAddress ?? '');
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) wait(request.raw.socket);
    else settleRequest(request);
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (hasBody(request)) settleRequest(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    // A response may be sent before the body: the connection waits for the rest of it all the same.
    if (request.raw.complete) settleRequest(request);
    else request.raw.once('end', () => settleRequest(request));
    done();
  });
  const timer = setInterval(() => {
    for (const [address, sockets] of waiting) if (sockets.size > connections) trim(address);
  }, usual.graceMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
});
