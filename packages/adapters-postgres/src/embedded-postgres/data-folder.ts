import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverFault } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './find-binaries.ts';
import type { RunAs } from './run-as.ts';
import { isRunning } from './running-server.ts';

/** The name of the database's superuser. */
export const USER = 'postgres';

/** Where things lie in a data folder. */
export const layoutOf = (dataDir: string) => ({
  /** PostgreSQL's own folder. */
  cluster: join(dataDir, 'cluster'),
  /** The superuser's password, readable by its owner only. */
  password: join(dataDir, 'password'),
  log: join(dataDir, 'server.log'),
  /** Which process started which server. */
  owner: join(dataDir, 'owner'),
});

/** The user id that owns the database in the folder, or undefined when there is none yet. */
export const ownerOf = (dataDir: string): number | undefined =>
  statSync(layoutOf(dataDir).cluster, { throwIfNoEntry: false })?.uid;

/** Makes the folder and, the first time, a database in it; several processes may try at once. */
export const prepareDataFolder = async (
  dataDir: string,
  binaries: PostgresBinaries,
  as: RunAs,
  durable: boolean,
): Promise<{ password: string }> => {
  const { cluster, password } = layoutOf(dataDir);
  keepPrivate(dataDir);
  removeUnfinished(dataDir);
  const secret = readOrMakePassword(password);
  if (!existsSync(cluster)) await makeCluster(dataDir, binaries, as, durable);
  if (as.owner !== undefined && process.getuid?.() === 0) giveTo(dataDir, as.owner);
  return { password: secret };
};

const keepPrivate = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if ((statSync(dataDir).mode & 0o777) !== 0o700) chmodSync(dataDir, 0o700);
};

/** The databases that this process is making right now. */
const newFolders = new Set<string>();

// A process that was killed while it made the database leaves it under the process's own name.
const removeUnfinished = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(/^new-(\d+)/.exec(name)?.[1] ?? Number.NaN);
    const path = join(dataDir, name);
    if (pid && !newFolders.has(path) && (pid === process.pid || !isRunning(pid))) {
      rmSync(path, { recursive: true, force: true });
    }
  }
};

const readOrMakePassword = (path: string): string => {
  if (!existsSync(path)) {
    const mine = join(path, `../new-${process.pid}-password`);
    writeFileSync(mine, randomBytes(24).toString('base64url'), { mode: 0o600 });
    try {
      // Unlike a rename a link never replaces what another process put there first.
      linkSync(mine, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(mine, { force: true });
    }
  }
  return readFileSync(path, 'utf8');
};

const makeCluster = async (
  dataDir: string,
  binaries: PostgresBinaries,
  as: RunAs,
  durable: boolean,
): Promise<void> => {
  const { cluster, password } = layoutOf(dataDir);
  const temporaryFolder = join(dataDir, `new-${process.pid}-${randomBytes(4).toString('hex')}-cluster`);
  newFolders.add(temporaryFolder);
  mkdirSync(temporaryFolder, { mode: 0o700 });
  if (as.owner !== undefined && process.getuid?.() === 0) giveTo(dataDir, as.owner);
  const args = [
    ...as.prefix,
    binaries.initdb,
    `--pgdata=${temporaryFolder}`,
    `--username=${USER}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The order of text must not change with the system's libraries; trigrams and text search still
    // ask the system which characters are letters.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    // One call instead of one for each of a thousand files: a third of the time.
    ...(durable ? linuxOnly(['--sync-method=syncfs']) : ['--no-sync']),
  ];
  try {
    await run(args[0] as string, args.slice(1), {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '', TZ: 'UTC' },
      ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.uid }),
    }).catch((error: Error & { readonly stderr?: string }) => {
      throw serverFault(dataDir, error.stderr || error.message);
    });
    renameSync(temporaryFolder, cluster);
  } catch (error) {
    rmSync(temporaryFolder, { recursive: true, force: true });
    const lostTheRace = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!lostTheRace) throw error;
  } finally {
    newFolders.delete(temporaryFolder);
  }
};

const linuxOnly = (args: readonly string[]): readonly string[] => (process.platform === 'linux' ? args : []);

const run = promisify(execFile);

const giveTo = (path: string, uid: number): void => {
  const stats = lstatSync(path);
  if (stats.uid !== uid) chownSync(path, uid, uid);
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(path)) {
    const child = join(path, name);
    // A folder that changed hands did so from its top down: what is inside needs no second look.
    if (lstatSync(child).uid !== uid) giveTo(child, uid);
  }
};
