import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';

/** A database server and another that follows it by streaming replication, both with what npm installed. */
export interface ReplicatedPostgres {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  /** Stops the standby from showing what is written from now on, though it still receives it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const settingOf = (url: string): string => {
  const { hostname, port, username, password } = new URL(url);
  return `host=${decodeURIComponent(hostname)} port=${port} user=${username} password=${password}`;
};

/** Starts both; the standby begins as a copy of the primary's folder. */
export const startReplicatedPostgres = async (): Promise<ReplicatedPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'event-platform-replicated-'));
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')];
  await (await startEmbeddedPostgres({ dataDir: first })).stop();
  cpSync(first, second, { recursive: true });
  const primary = await startEmbeddedPostgres({ dataDir: first });
  writeFileSync(join(second, 'cluster/standby.signal'), '', { mode: 0o600 });
  appendFileSync(
    join(second, 'cluster/postgresql.auto.conf'),
    `\nprimary_conninfo = '${settingOf(primary.url)}'\n`,
  );
  const standby = await startEmbeddedPostgres({ dataDir: second });
  const tell = async (statement: string) => {
    const client = new Client({ connectionString: standby.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    primary,
    standby,
    pause: () => tell('select pg_wal_replay_pause()'),
    resume: () => tell('select pg_wal_replay_resume()'),
    stop: async () => {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
