import { banner } from './banner.ts';
import type { Service } from './compose.ts';
import { type Config, readConfig } from './config/config.ts';
import { makeNewDatabase } from './database/new-database.ts';
import { listenFault, sentencesOf } from './start-up-fault.ts';
import { stopOnSignals } from './stop-signals.ts';

const print = (text: string): void => {
  process.stdout.write(text);
};

/** On the first start, the database is created while the modules load. */
const load = async (config: Config, isWorker: boolean): Promise<Service> => {
  const [{ compose }] = await Promise.all([import('./compose.ts'), makeNewDatabase(config)]);
  return compose(config, print, isWorker);
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
  if (isWorker) process.send?.('listening');
  else print(banner(config, service));
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
