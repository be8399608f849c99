import { connect, type Socket } from 'node:net';
import { startEmbeddedPostgres } from '@event-platform/adapters-postgres';
import pg from 'pg';
import {
  type ReplicaProcess,
  replicaVariables,
  startReplica,
} from '../../packages/service/test/support/replica.ts';
import { newFolder, type Variables } from '../../packages/service/test/support/service-process.ts';
import { countOf } from '../local/count-of.ts';
import { residentMb } from '../local/processes.ts';

/** Who has signed in. */
export interface Person {
  readonly id: string;
  readonly token: string;
  readonly phone: string;
}

/** The service as a process of its own, and its database. */
export interface RealService {
  readonly replica: ReplicaProcess;
  /** Each with a phone in a block of numbers of its own. */
  readonly people: readonly Person[];
  readonly port: number;
  /** Starts another process on the same database; it ends with the first. */
  another(): Promise<ReplicaProcess>;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** How many rows there are. @param from what follows `from` */
  count(from: string, values?: unknown[]): Promise<number>;
  /** The resident memory of the process, in megabytes. */
  residentMb(): number;
  close(): Promise<void>;
}

/** With which all sign in. */
export const code = '1234';

/** Starts a database, unless `DATABASE_URL` names one, and the service on it, which migrates it. */
export const startRealService = async (more: Variables, count = 1): Promise<RealService> => {
  const phones = Array.from({ length: count }, (_, number) => `+49151${10_000_000 + 10_007 * number}`);
  const own = more.DATABASE_URL === undefined ? await startEmbeddedPostgres({ dataDir: newFolder() }) : null;
  const url = more.DATABASE_URL ?? String(own?.url);
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const variables = {
    ...replicaVariables(),
    NODE_ENV: 'test',
    DATABASE_URL: url,
    LOG_LEVEL: 'silent',
    // As in package.json and the image.
    NODE_OPTIONS: '--max-semi-space-size=8',
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    TEST_PHONES: `${phones.map((phone) => `${phone}=${code}`).join(',')};until=${until}`,
    ...more,
  };
  const replica = await startReplica(variables);
  const others: ReplicaProcess[] = [];
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const people: Person[] = [];
  for (const phone of phones) {
    await replica.call('POST /v1/auth/otp/start', { body: { phone } });
    const { body } = await replica.call('POST /v1/auth/otp/check', { body: { phone, code } });
    people.push({ id: body.user.id, token: body.accessToken, phone });
  }
  return {
    replica,
    people,
    port: Number(new URL(replica.url).port),
    another: async () => {
      const other = await startReplica(variables);
      others.push(other);
      return other;
    },
    query: async <Row extends object>(text: string, values?: unknown[]) =>
      (await client.query<Row>(text, values)).rows,
    count: (from, values) => countOf(client, from, values),
    residentMb: () => residentMb(replica.process.pid),
    close: async () => {
      await client.end();
      for (const { process } of [replica, ...others]) {
        process.kill('SIGTERM');
        await process.ended;
      }
      await own?.stop();
    },
  };
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
