import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { openPostgres, startEmbeddedPostgres } from '@event-platform/adapters-postgres';
import pg from 'pg';
import {
  type ReplicaProcess,
  replicaVariables,
  startReplica,
} from '../../packages/service/test/support/replica.ts';
import { newFolder, type Variables } from '../../packages/service/test/support/service-process.ts';

/** The service as a process of its own, and its database. */
export interface RealService {
  readonly replica: ReplicaProcess;
  readonly port: number;
  /** Starts another process on the same database; it ends with the first. */
  another(): Promise<ReplicaProcess>;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Sweeps as the service does each minute. */
  sweep(): Promise<void>;
  /** The resident memory of the process, in megabytes. */
  residentMb(): number;
  close(): Promise<void>;
}

const code = '1234';

/** Starts a migrated database and the service on it. `phones` sign in with the code 1234. */
export const startRealService = async (
  phones: readonly string[],
  more: Variables = {},
): Promise<RealService> => {
  const postgres = await startEmbeddedPostgres({ dataDir: newFolder() });
  const adapters = await openPostgres({ url: postgres.url });
  await adapters.migrate();
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const variables = {
    ...replicaVariables(),
    NODE_ENV: 'test',
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'silent',
    // As in package.json and the image.
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '2',
    TEST_PHONES: `${phones.map((phone) => `${phone}=${code}`).join(',')};until=${until}`,
    ...more,
  };
  const replica = await startReplica(variables);
  const others: ReplicaProcess[] = [];
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return {
    replica,
    port: Number(new URL(replica.url).port),
    another: async () => {
      const other = await startReplica(variables);
      others.push(other);
      return other;
    },
    query: async <Row extends object>(text: string, values?: unknown[]) =>
      (await client.query<Row>(text, values)).rows,
    sweep: () => adapters.sweep(new Date()),
    residentMb: () => {
      const status = readFileSync(`/proc/${replica.process.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    close: async () => {
      await client.end();
      await adapters.close();
      for (const { process } of [replica, ...others]) {
        process.kill('SIGTERM');
        await process.ended;
      }
      await postgres.stop();
    },
  };
};

/** Signs a test phone in. */
export const signInTo = async ({ replica }: RealService, phone: string) => {
  await replica.call('POST /v1/auth/otp/start', { body: { phone } });
  const { body } = await replica.call('POST /v1/auth/otp/check', { body: { phone, code } });
  return { id: body.user.id as string, token: body.accessToken as string };
};

/** The latency of a request, in milliseconds; infinite without a response of 200 within five seconds. */
export const latencyOf = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  const began = performance.now();
  const isAnswered = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) })
    .then(async (response) => {
      await response.arrayBuffer();
      return response.status === 200;
    })
    .catch(() => false);
  return isAnswered ? performance.now() - began : Number.POSITIVE_INFINITY;
};

export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Opens a raw connection and sends bytes; the socket ignores its own errors. */
export const openSocket = (port: number, bytes: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      resolve(socket);
    });
    socket.on('error', () => resolve(socket));
  });
