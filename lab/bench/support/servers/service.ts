import { pathToFileURL } from 'node:url';
import { freePort, startMain } from '../../../../packages/service/test/support/service-process.ts';
import { until } from '../../../local/until.ts';
import { hugeQuotaScale } from './bench-dependencies.ts';

/** The service in a process of its own. */
export interface Service {
  /** Its base URL, without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

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
 * @param program the service of this repository by default
 */
export const startService = async (
  settings: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
  program: string | URL = 'server.ts',
): Promise<Service> => {
  const port = await freePort();
  const { pid, ended, kill } = startMain(program, {
    PORT: String(port),
    // Quotas are counted, as in production, but never spent.
    QUOTA_SCALE: String(hugeQuotaScale),
    NODE_OPTIONS: ['--max-semi-space-size=8', ...nodeOptions].join(' '),
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...settings,
  });
  const url = `http://127.0.0.1:${port}`;
  const failed = ended.then(({ stdout, stderr }) => {
    throw new Error(`The service did not start: ${stdout}${stderr}`);
  });
  await Promise.race([until('the service', () => isReady(url)), failed]);
  failed.catch(() => undefined);
  return {
    url,
    pid,
    stop: async () => {
      kill('SIGTERM');
      await ended;
    },
  };
};

/** Starts the baseline server the same way. */
export const startBareServer = (settings: Readonly<Record<string, string>>): Promise<Service> =>
  startService(settings, [], new URL('../../baselines/bare-server.ts', import.meta.url));

/** The service of another checkout. */
export const serviceOf = (folder: string): URL => pathToFileURL(`${folder}/packages/service/src/server.ts`);
