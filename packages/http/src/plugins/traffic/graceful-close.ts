import fp from 'fastify-plugin';
import type { App } from '../../app.ts';

const checkIntervalMs = 50;

/** How long closing waits, in milliseconds. */
export interface ClosingTimeouts {
  /** For requests that are still arriving on a connection that looks idle. */
  readonly lateRequests: number;
  /** For requests in flight. */
  readonly requestsInFlight: number;
}

export const closingTimeouts: ClosingTimeouts = { lateRequests: 1_000, requestsInFlight: 5_000 };

/** The options of {@link gracefulClose}. */
export interface GracefulCloseOptions {
  /** Whether the service is about to close. */
  readonly isDraining: () => boolean;
  readonly timeouts?: ClosingTimeouts;
}

/**
 * Sends `Connection: close` while the service drains or closes, and bounds `app.close()`: it closes the remaining
 * connections once no request is in flight, and at the latest after the timeout.
 */
export const gracefulClose = fp(
  async (app: App, { isDraining, timeouts = closingTimeouts }: GracefulCloseOptions) => {
    let timer: NodeJS.Timeout | undefined;
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (timer || isDraining()) reply.header('connection', 'close');
      done();
    });
    app.addHook('preClose', async () => {
      const startedAt = performance.now();
      timer = setInterval(() => {
        const elapsed = performance.now() - startedAt;
        const isIdle = app.requestsInFlight() === 0;
        if (elapsed > timeouts.requestsInFlight || (elapsed > timeouts.lateRequests && isIdle))
          app.server.closeAllConnections();
      }, checkIntervalMs);
    });
    app.addHook('onClose', async () => clearInterval(timer));
  },
  { dependencies: ['concurrent-requests'] },
);
