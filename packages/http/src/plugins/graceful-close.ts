import type { App } from '../app.ts';
import type { ConcurrentRequests } from './concurrent-requests.ts';

const lookEveryMs = 50;

/** How long closing waits, in milliseconds. */
export interface ClosingTimeouts {
  /** For requests that are on their way on a connection that seems unused. */
  readonly lateMs: number;
  /** For requests that are being answered. */
  readonly answersMs: number;
}

export const closingTimeouts: ClosingTimeouts = { lateMs: 1_000, answersMs: 5_000 };

/**
 * Asks clients to part from a service that drains or closes, and makes `app.close()` end in time: once nothing is being answered any more, connections on which a client holds
 * on without asking anything are cut; and so are all others when the patience ends.
 */
export const closeGracefully = (
  app: App,
  inFlight: ConcurrentRequests,
  isDraining: () => boolean,
  { lateMs, answersMs }: ClosingTimeouts = closingTimeouts,
): void => {
  let looking: NodeJS.Timeout | undefined;
  app.addHook('onSend', async (_request, reply) => {
    if (looking || isDraining()) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    const began = performance.now();
    looking = setInterval(() => {
      const past = performance.now() - began;
      if (past > answersMs || (past > lateMs && inFlight.count === 0)) app.server.closeAllConnections();
    }, lookEveryMs);
  });
  app.addHook('onClose', async () => clearInterval(looking));
};
