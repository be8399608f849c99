import { createServer } from 'node:net';
import { listenFault } from '../faults/start-up-fault.ts';

/**
 * How workers listen on one port. On Linux and FreeBSD each has its own socket (SO_REUSEPORT) and the kernel spreads
 * the connections. Elsewhere the primary accepts and passes connections on, and one passed to a worker that was just
 * killed is lost.
 */
export const sharedPort = ['linux', 'freebsd'].includes(process.platform) ? { reusePort: true } : {};

/**
 * Checks that the port is free: with SO_REUSEPORT the workers would share it with another service unnoticed.
 * @throws {OperatorError} when it is not
 */
export const checkPortFree = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(listenFault(host, port, error)));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()));
  });
