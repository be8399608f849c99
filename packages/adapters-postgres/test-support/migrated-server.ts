import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { openPostgres } from '../src/open-postgres.ts';

/** A migrated database of each server that {@link startMigratedServer} starts, to copy. */
export const migratedTemplate = 'migrated';

const root = join(import.meta.dirname, '../../..');
const cache = join(root, 'node_modules/.cache');

/** No test crashes this server to look at what is left. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** All that decides what a migrated server holds. */
const cachedFolder = (): string => {
  const files = globSync(['package-lock.json', 'packages/{adapters-postgres,domain}/src/**/*.ts'], {
    cwd: root,
  });
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)));
  return join(cache, `test-database-${hash.digest('hex').slice(0, 16)}`);
};

/** With owners and permissions. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', `${from}/.`, to]);

/** Another process may do so at the same time: who is late keeps what is there. */
const fillCache = async (folder: string): Promise<void> => {
  for (const former of globSync('test-database-*', { cwd: cache }))
    if (former !== basename(folder)) rmSync(join(cache, former), { recursive: true, force: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'event-platform-'));
  const server = await startEmbeddedPostgres({ dataDir, settings });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${migratedTemplate} TEMPLATE template0`);
  await client.end();
  const postgres = await openPostgres({ url: withDatabase(server.url, migratedTemplate) });
  await postgres.migrate();
  await postgres.close();
  await server.stop();
  mkdirSync(cache, { recursive: true });
  const whole = mkdtempSync(join(cache, 'new-database-'));
  copy(dataDir, whole);
  try {
    renameSync(whole, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(whole, { recursive: true });
  }
  rmSync(dataDir, { recursive: true });
};

/** The same server's URL of another database. */
export const withDatabase = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

/**
 * Puts a server's data with {@link migratedTemplate} into new folders: made once for the present sources and copied since,
 * as making it takes two seconds of processor time.
 */
export const fillFolders = async (...dataDirs: readonly string[]): Promise<void> => {
  const cached = cachedFolder();
  if (!existsSync(cached)) await fillCache(cached);
  for (const dataDir of dataDirs) copy(cached, dataDir);
};

/** Starts a server with {@link migratedTemplate}; it forgets everything when stopped. */
export const startMigratedServer = async (): Promise<EmbeddedPostgres> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-platform-'));
  await fillFolders(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, settings });
  return {
    ...server,
    stop: () => server.stop().finally(() => rmSync(dataDir, { recursive: true, force: true })),
  };
};
