import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../packages/service/test/support/service-process.ts';
import { until } from './until.ts';

const configuration = fileURLToPath(new URL('haproxy.cfg', import.meta.url));

/** Whether HAProxy is installed. */
export const canBalance = (): boolean => !spawnSync('haproxy', ['-v']).error;

/** HAProxy with the example configuration. */
export interface Balancer {
  readonly port: number;
  readonly url: string;
  end(): void;
}

/** Starts it in front of two replicas on this machine, by their ports; resolves once one of them is ready. */
export const startBalancer = async ([one, two]: readonly [number, number]): Promise<Balancer> => {
  const port = await freePort();
  const balancer = spawn('haproxy', ['-db', '-f', configuration], {
    env: {
      PATH: process.env.PATH ?? '',
      LISTEN: `127.0.0.1:${port}`,
      REPLICA_1: `127.0.0.1:${one}`,
      REPLICA_2: `127.0.0.1:${two}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => balancer.kill('SIGKILL');
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until('HAProxy', isReady);
  return {
    port,
    url,
    end: () => {
      process.off('exit', end);
      end();
    },
  };
};
