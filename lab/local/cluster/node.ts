import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, signalTo, statOf } from '../processes.ts';
import { onExit, postgresPrograms, unprivileged } from '../program.ts';
import { command, hasNamespaces } from './namespaces.ts';
import type { Host } from './network.ts';
import {
  type ClusterSettings,
  etcdArguments,
  type NodePlace,
  nodeName,
  patroniSettings,
  unpackedPatroni,
} from './settings.ts';

/** A machine with PostgreSQL under Patroni and a member of etcd. */
export interface Node extends Host {
  readonly name: string;
  /** Starts etcd and Patroni, which starts PostgreSQL. */
  start(): void;
  /** Sends a signal to PostgreSQL, or to all processes of the machine. */
  signal(what: 'postgres' | 'machine', signal: NodeJS.Signals): void;
  /** Whether PostgreSQL has a process. */
  isRunning(): boolean;
  /** The processes of PostgreSQL, its first one before all. */
  processes(): readonly number[];
  /** What PostgreSQL has used of the processor since it started, in seconds. */
  processorSeconds(): number;
  /** Takes all space that is left on its disk. */
  fillDisk(): void;
  freeDisk(): void;
  stop(): Promise<void>;
}

/** The kernel counts so to programs, on every architecture that it runs on here. */
const ticksPerSecond = 100;

/** The folder on a disk of its own, where that is allowed. */
const diskSize = '600m';

export const openNode = (host: Host, number: number, folder: string, settings: ClusterSettings): Node => {
  const place: NodePlace = { number, address: host.address, folder, programs: postgresPrograms() };
  const as = unprivileged();
  if (hasNamespaces()) {
    const owner = as ? `,uid=${as.uid},gid=${as.gid}` : '';
    command('mount', '-t', 'tmpfs', '-o', `size=${diskSize},mode=0700${owner}`, 'tmpfs', folder);
  }
  const file = join(folder, 'patroni.json');
  writeFileSync(file, JSON.stringify(patroniSettings(settings, place), undefined, 2), { mode: 0o644 });
  const log = openSync(join(folder, 'log'), 'a', 0o644);
  const ballast = join(folder, 'ballast');
  let children: readonly ChildProcess[] = [];
  const launch = (program: string, args: readonly string[]): ChildProcess => {
    const user = as ? ['setpriv', `--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups', '--'] : [];
    const [first = '', ...rest] = [...host.prefix, ...user, program, ...args];
    const child = spawn(first, rest, {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        LANG: 'C.UTF-8',
        HOME: folder,
        ETCD_UNSUPPORTED_ARCH: 'arm64',
        ...(unpackedPatroni ? { PYTHONPATH: `${unpackedPatroni}/usr/lib/python3/dist-packages` } : {}),
      },
    });
    return child;
  };
  const postmaster = (): number | null => {
    const pidFile = join(folder, 'data/postmaster.pid');
    if (!existsSync(pidFile)) return null;
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    const [state] = statOf(pid);
    return state === undefined || state === 'Z' ? null : pid;
  };
  const postgres = (): readonly number[] => {
    const pid = postmaster();
    return pid === null ? [] : [pid, ...childrenOf(pid)];
  };
  const signal: Node['signal'] = (what, name) => {
    const installation = postgres();
    if (what === 'machine') for (const { pid } of children) if (pid !== undefined) signalTo(pid, name);
    for (const pid of installation) signalTo(pid, name);
  };
  onExit(() => {
    signal('machine', 'SIGKILL');
    // What Patroni runs beside the server: initdb, pg_basebackup, pg_rewind.
    for (const { pid } of children) if (pid !== undefined) signalTo(-pid, 'SIGKILL');
  });
  return {
    ...host,
    name: nodeName(number),
    start: () => {
      children = [
        launch('etcd', etcdArguments(settings, place)),
        launch('/usr/bin/python3', [`${unpackedPatroni ?? ''}/usr/bin/patroni`, file]),
      ];
    },
    signal,
    processes: postgres,
    processorSeconds: () => {
      const ticksOf = (pid: number, fields: readonly number[]) =>
        fields.reduce((sum, field) => sum + Number(statOf(pid)[field] ?? 0), 0);
      const [first, ...rest] = postgres();
      if (first === undefined) return 0;
      // Its own time and that of its processes which have ended.
      const ticks = rest.reduce((sum, pid) => sum + ticksOf(pid, [11, 12]), ticksOf(first, [11, 12, 13, 14]));
      return ticks / ticksPerSecond;
    },
    isRunning: () => postmaster() !== null,
    fillDisk: () => {
      const to = openSync(ballast, 'w');
      const block = Buffer.alloc(1_048_576);
      try {
        for (;;) writeSync(to, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(to);
      }
    },
    freeDisk: () => rmSync(ballast, { force: true }),
    stop: async () => {
      const ending = children
        .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
        .map((child) => once(child, 'exit'));
      signal('machine', 'SIGKILL');
      await Promise.all(ending);
      children = [];
      closeSync(log);
      if (hasNamespaces()) command('umount', '--lazy', folder);
    },
  };
};
