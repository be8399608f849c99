import './node-version.ts';

import { setImmediate as immediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

/**
 * From now on the heap grows by a fifth at a time, which would make a start slow. Its limit is set by collections: until the
 * first one, the garbage of 64 MB of buffers and of the start would stay.
 */
const keepHeapSmall = (): void => {
  setFlagsFromString('--heap-growing-percent=20');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

const serve = async (config: Config, isWorker: boolean): Promise<void> => {
  // This thread has its heap by now; the flag of the command would also overrule the limits of other threads.
  setFlagsFromString('--max-semi-space-size=0');
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
  keepHeapSmall();
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
