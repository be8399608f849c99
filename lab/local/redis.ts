import { freePort } from '../../packages/service/test/support/service-process.ts';
import { type Running, startServer, untilInterrupted } from './program.ts';

/** Starts Redis on loopback, without persistence. */
export const startRedis = async (port?: number): Promise<Running & { readonly port: number }> => {
  const at = port ?? (await freePort());
  const server = await startServer(
    'redis-server',
    ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    at,
  );
  return { port: at, url: `redis://127.0.0.1:${at}`, stop: () => server.stop('SIGTERM') };
};

if (import.meta.main) {
  const { url, stop } = await startRedis();
  await untilInterrupted([`REDIS_URL=${url}`], stop);
}
