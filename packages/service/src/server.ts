import './node-version.ts';

import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { announce } from './banner.ts';
import type { Service } from './compose.ts';
import { type Config, readConfig } from './config/config.ts';
import { startServerOf } from './database/embedded-server.ts';
import { listenFault, sentencesOf } from './faults/start-up-fault.ts';
import { stopOnSignals } from './stop-signals.ts';

const print = (text: string): void => {
  process.stdout.write(text);
};

/** The embedded database starts while the modules load. */
const load = async (config: Config, isWorker: boolean): Promise<Service> => {
  const server = startServerOf(config);
  try {
    // The import occupies this process: the server's process is spawned before.
    await immediate();
    const { compose } = await import('./compose.ts');
    return await compose(config, print, isWorker, { server });
  } catch (error) {
    await server?.stop();
    throw error;
  }
};

const serve = async (config: Config, isWorker: boolean): Promise<void> => {
  const composing = load(config, isWorker);
  let isStopping = false;
  // Installed before anything is open: a service that is stopped while it starts leaves nothing behind.
  stopOnSignals(async (error) => {
    isStopping = true;
    if (error) process.stderr.write(`${sentencesOf(error)}\n`);
    const service: Service | undefined = await composing.catch(() => undefined);
    await service?.close();
  }, config);
  const share = isWorker ? (await import('./cluster/shared-port.ts')).sharedPort : {};
  const service = await composing;
  if (isStopping) return;
  try {
    await service.app.listen({ host: config.host, port: config.port, ...share });
  } catch (error) {
    if (isStopping) return;
    await service.close();
    throw listenFault(config.host, config.port, error);
  }
  // From now on the heap grows by a third at a time, which keeps the process small and would make a start slow.
  setFlagsFromString('--heap-growing-percent=30');
  if (isWorker) process.send?.('listening');
  else announce(config, service, { info: (message) => service.app.log.info(message), print });
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  if (config.webConcurrency === 1) return serve(config, false);
  const { default: cluster } = await import('node:cluster');
  if (!cluster.isPrimary) return serve(config, true);
  const { supervise } = await import('./cluster/supervise.ts');
  return supervise(config, print);
};

try {
  await start();
} catch (error) {
  process.stderr.write(`${sentencesOf(error)}\n`);
  process.exit(1);
}
