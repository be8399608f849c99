import type { Config } from '../config/config.ts';
import { startServerOf } from '../database/embedded-server.ts';
import { sentencesOf } from '../faults/start-up-fault.ts';
import { stopOnSignals } from '../stop-signals.ts';
import type { Preparation } from './prepare.ts';
import { checkPortFree } from './shared-port.ts';
import { type WorkerPool, workerPool } from './worker-pool.ts';

/** Workers take up to ten seconds to end after draining; the database closes after them. */
const stopWithinMs = 20_000;

/**
 * Serves with several worker processes on one port: this process prepares what they share, supervises them and serves
 * no requests.
 * @throws whatever fails the start, once everything is closed
 */
export const supervise = async (config: Config, print: (text: string) => void): Promise<void> => {
  const load = async () => {
    await checkPortFree(config.host, config.port);
    const server = startServerOf(config);
    try {
      const [{ prepare }, { announce }, { openLog }] = await Promise.all([
        import('./prepare.ts'),
        import('../banner.ts'),
        import('../log.ts'),
      ]);
      const logger = openLog(config);
      return { preparation: await prepare(config, logger, server), announce, logger };
    } catch (error) {
      await server?.stop();
      throw error;
    }
  };
  const loadPromise = load();
  let pool: WorkerPool | undefined;
  let isStopping = false;
  const close = async (preparation: Preparation | undefined) => {
    await pool?.stop();
    await preparation?.close();
  };
  stopOnSignals(
    async (error) => {
      isStopping = true;
      if (error) process.stderr.write(`${sentencesOf(error)}\n`);
      const program = await loadPromise.catch(() => undefined);
      await close(program?.preparation);
    },
    config,
    stopWithinMs,
  );

  const { preparation, announce, logger } = await loadPromise;
  if (isStopping) return;
  pool = workerPool({
    count: config.webConcurrency,
    env: (place) => ({
      ...preparation.env,
      // Each worker serves its own metrics.
      ...(config.metrics && { METRICS_PORT: String(config.metrics.port + place) }),
    }),
    onEnd: (end) => logger.warn({ worker: end }, 'a worker ended and is replaced'),
  });
  try {
    await pool.start();
  } catch (error) {
    await close(preparation);
    throw error;
  }
  if (!isStopping) announce(config, preparation, { info: (message) => logger.info(message), print });
};
