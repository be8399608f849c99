import closeWithGrace from 'close-with-grace';

/** How long a graceful stop may take after draining, unless given, before the process is ended. */
const stopWithinMs = 10_000;
/** Signals within this time count as one. */
const sameSignalMs = 1_000;

/**
 * Calls `stop` once on SIGINT, SIGTERM or an unhandled error, then ends the process: with 0, or with 1 after an error.
 * Ctrl-C under npm arrives twice, from the terminal and from npm: the second must not cut the graceful stop short. A
 * later Ctrl-C ends the process at once.
 */
export const stopOnSignals = (
  stop: (error: Error | undefined) => Promise<void>,
  { drainMs }: { readonly drainMs: number },
  withinMs = stopWithinMs,
): void => {
  const grace = closeWithGrace(
    { delay: drainMs + withinMs, logger: false, skip: ['SIGINT', 'SIGTERM'] },
    async ({ err }: { err?: Error }) => stop(err),
  );
  let signalledAt: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (signalledAt === undefined) {
      signalledAt = now;
      grace.close();
    } else if (now - signalledAt > sameSignalMs) process.exit(1);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
};
