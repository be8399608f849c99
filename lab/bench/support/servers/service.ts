import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hugeQuotaScale } from './bench-dependencies.ts';

/** The service in a process of its own. */
export interface Service {
  /** Its base URL, without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const repository = fileURLToPath(new URL('../../../..', import.meta.url));

/** The program that `npm start` runs. */
const programOf = (folder: string): string => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  };
  return join(folder, scripts.start.split(' ').at(-1) ?? '');
};

const bareProgram = fileURLToPath(new URL('../../baselines/bare-server.ts', import.meta.url));
const readyWithinMs = 120_000;
const pollMs = 50;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
};

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Whether it serves, and lists as fast as it will. */
const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/health/ready`);
    return response.ok && !(await response.text()).includes('"listingIndex":"loading"');
  } catch {
    return false;
  }
};

/**
 * Starts the service as an operator would, and waits until it is ready.
 * @param settings its environment variables, except the port
 * @param nodeOptions further options of Node, such as `--cpu-prof`
 * @param folder of the repository whose service it is; this one by default
 */
export const startService = (
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
  folder = repository,
): Promise<Service> => start(programOf(folder), settings, nodeOptions);

/** Starts the baseline server the same way. */
export const startBareServer = (settings: Readonly<Record<string, string>>): Promise<Service> =>
  start(bareProgram, settings, []);

const start = async (
  path: string,
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[],
): Promise<Service> => {
  const port = await freePort();
  const args = ['--max-semi-space-size=8', '--conditions=@event-platform/source', ...nodeOptions, path];
  const service = spawn(process.execPath, args, {
    // Quotas are counted, as in production, but never spent.
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      QUOTA_SCALE: String(hugeQuotaScale),
      MALLOC_ARENA_MAX: '2',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The service ends with the benchmark, however that ends.
  const end = () => service.kill('SIGKILL');
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + readyWithinMs;
  while (!(await isReady(url))) {
    if (hasEnded(service) || Date.now() > deadline) {
      end();
      throw new Error('The service did not start');
    }
    await delay(pollMs);
  }
  return {
    url,
    pid: service.pid as number,
    stop: async () => {
      if (!hasEnded(service)) {
        service.kill('SIGTERM');
        await once(service, 'exit');
      }
      process.off('exit', end);
    },
  };
};
