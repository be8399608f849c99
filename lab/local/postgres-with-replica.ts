import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../packages/service/test/support/service-process.ts';
import { newFolder, postgresPrograms, type Running, run, startServer, untilInterrupted } from './program.ts';

/** A PostgreSQL server and a standby that follows it by streaming replication, on loopback. */
export interface PostgresWithReplica extends Running {
  readonly replicaUrl: string;
  /** Runs statements on the standby, such as `select pg_wal_replay_pause()`. */
  onReplica(statement: string): Promise<void>;
  /** Stops its processes (SIGSTOP), like a machine that hangs, or continues them. */
  freezeReplica(isFrozen: boolean): void;
  stopPrimary(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
}

export const startPostgresWithReplica = async (): Promise<PostgresWithReplica> => {
  const programs = postgresPrograms();
  const folder = newFolder('postgres');
  const [port, replicaPort] = [await freePort(), await freePort()];
  const password = randomBytes(16).toString('hex');
  const [data, replicaData, passwordFile] = ['primary', 'standby', 'password'].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  writeFileSync(passwordFile, password);
  chmodSync(passwordFile, 0o644);
  const urlOf = (at: number, name: string) => `postgresql://postgres:${password}@127.0.0.1:${at}/${name}`;
  const start = (path: string, at: number) =>
    startServer(
      join(programs, 'postgres'),
      [
        '-D',
        path,
        '-c',
        'listen_addresses=127.0.0.1',
        '-p',
        String(at),
        '-k',
        folder.path,
        '-c',
        'logging_collector=off',
      ],
      at,
    );
  const tell = async (url: string, statement: string) => {
    for (;;) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query(statement);
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== '57P03') throw error; // it is starting up
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  };

  await run(
    join(programs, 'initdb'),
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  );
  const primary = await start(data, port);
  await tell(urlOf(port, 'postgres'), 'create database events');
  // -R writes the connection settings of the standby.
  await run(
    join(programs, 'pg_basebackup'),
    '-D',
    replicaData,
    '-d',
    urlOf(port, 'postgres'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  );
  const startReplica = async () => {
    const server = await start(replicaData, replicaPort);
    await tell(urlOf(replicaPort, 'events'), 'select 1');
    return server;
  };
  let replica = await startReplica();
  return {
    url: urlOf(port, 'events'),
    replicaUrl: urlOf(replicaPort, 'events'),
    onReplica: (statement) => tell(urlOf(replicaPort, 'events'), statement),
    freezeReplica: (isFrozen) => {
      const pid = replica.child.pid as number;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/);
      // Each connection has a process of its own.
      for (const one of [pid, ...children.map(Number)]) process.kill(one, isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
    stopPrimary: () => primary.stop(),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await startReplica();
    },
    stop: async () => {
      await replica.stop();
      await primary.stop();
      folder.remove();
    },
  };
};

if (import.meta.main) {
  const { url, replicaUrl, stop } = await startPostgresWithReplica();
  await untilInterrupted([`DATABASE_URL=${url}`, `DATABASE_REPLICA_URLS=${replicaUrl}`], stop);
}
