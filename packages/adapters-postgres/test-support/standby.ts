import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { fillFolders } from './migrated-server.ts';

/** A database server and another that follows it by streaming replication, both with what npm installed. */
export interface ReplicatedPostgres {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  /** One that follows the primary as well, where two were asked for. */
  readonly other: EmbeddedPostgres | undefined;
  /** Starts the standby again after it was stopped. */
  startStandby(): Promise<EmbeddedPostgres>;
  /** Stops the standby from showing what is written from now on, though it still receives it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const settingOf = (url: string): string => {
  const { hostname, port, username, password } = new URL(url);
  return `host=${decodeURIComponent(hostname)} port=${port} user=${username} password=${password}`;
};

/** Starts them; a standby begins as a copy of the primary's folder. */
export const startReplicatedPostgres = async ({ standbys = 1 } = {}): Promise<ReplicatedPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'event-platform-replicated-'));
  const [first, second, third] = [join(folder, 'primary'), join(folder, 'standby'), join(folder, 'other')];
  await fillFolders(...[first, second, third].slice(0, 1 + standbys));
  const primary = await startEmbeddedPostgres({ dataDir: first });
  const follow = (dataDir: string) => {
    writeFileSync(join(dataDir, 'cluster/standby.signal'), '', { mode: 0o600 });
    appendFileSync(
      join(dataDir, 'cluster/postgresql.auto.conf'),
      `\nprimary_conninfo = '${settingOf(primary.url)}'\n`,
    );
    return startEmbeddedPostgres({ dataDir });
  };
  const standby = await follow(second);
  const other = standbys > 1 ? await follow(third) : undefined;
  let restarted: EmbeddedPostgres | undefined;
  const tell = async (statement: string) => {
    const client = new Client({ connectionString: standby.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  return {
    primary,
    standby,
    other,
    startStandby: async () => {
      restarted = await startEmbeddedPostgres({ dataDir: second });
      return restarted;
    },
    pause: () => tell('select pg_wal_replay_pause()'),
    resume: () => tell('select pg_wal_replay_resume()'),
    stop: async () => {
      await restarted?.stop();
      await other?.stop();
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
