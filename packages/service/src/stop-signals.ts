import closeWithGrace from 'close-with-grace';

/** How long an orderly stop may take after draining, unless told, before the process ends all the same. */
const stopWithinMs = 10_000;
/** Signals that come this close together are one wish to stop. */
const oneWishMs = 1_000;

/**
 * Calls `stop` once when the process is told to end or comes upon an error that nobody handles, and ends it
 * afterwards: with 0, or with 1 after an error. Ctrl-C under npm arrives twice, from the terminal and from npm:
 * the second must not cut the first short. Another Ctrl-C later does.
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
  let toldAt: number | undefined;
  const told = () => {
    const now = performance.now();
    if (toldAt === undefined) {
      toldAt = now;
      grace.close();
    } else if (now - toldAt > oneWishMs) process.exit(1);
  };
  process.on('SIGINT', told).on('SIGTERM', told);
};
