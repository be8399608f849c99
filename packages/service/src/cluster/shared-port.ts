import { createServer } from 'node:net';
import { listenFault } from '../start-up-fault.ts';

/**
 * How workers listen on one port. Linux and the BSDs give each a socket of its own and spread connections over them.
 * Elsewhere the first process accepts for all and hands connections on: one handed to a worker that was just killed
 * then waits in vain.
 */
export const sharedPort = ['linux', 'freebsd'].includes(process.platform) ? { reusePort: true } : {};

/**
 * Sees that nobody listens there: sockets that share a port would join those of another service unasked.
 * @throws {OperatorError} when it cannot be listened on, in one sentence
 */
export const seePortFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(listenFault(host, port, error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
