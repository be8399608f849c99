import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A program that runs on this machine until it is stopped. */
export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** PostgreSQL and PgBouncer refuse to run as root: root starts them as Debian's user `postgres`. */
export const unprivileged = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
};

/** The folder of the newest installed PostgreSQL that the service works with; undefined without one. */
export const installedPrograms = (): string | undefined =>
  globSync('/usr/lib/postgresql/{15,16,17,18}/bin')
    .sort()
    .findLast((folder) => existsSync(join(folder, 'initdb')));

export const postgresPrograms = (): string => {
  const folder = installedPrograms();
  if (!folder) throw new Error('No PostgreSQL 15 or later in /usr/lib/postgresql: install postgresql.');
  return folder;
};

const interrupts = ['SIGINT', 'SIGTERM'] as const;
const interrupt = (): never => process.exit(130);
const steps: (() => void)[] = [];

/** Undoes something when this process ends, by a signal too; what came last is undone first. */
export const onExit = (step: () => void): void => {
  steps.unshift(step);
  if (steps.length > 1) return;
  process.once('exit', () => {
    for (const each of steps) each();
  });
  for (const name of interrupts) process.once(name, interrupt);
};

/** A temporary folder that the programs may write to. */
export const newFolder = (name: string): { readonly path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), `event-platform-${name}-`));
  const as = unprivileged();
  if (as) chownSync(path, as.uid, as.gid);
  chmodSync(path, 0o700);
  // Programs that were just killed still write for a moment.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  onExit(remove);
  return { path, remove };
};

/** Runs a program to its end; rejects with its error output. */
export const run = async (program: string, ...args: readonly string[]): Promise<void> => {
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...unprivileged() });
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${errorOutput}`);
};

const isListening = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref().once('connect', () => socket.destroy());
  });

/** Starts a server and waits until it listens on the port. The caller handles Ctrl-C. */
export const startServer = async (
  program: string,
  args: readonly string[],
  port: number,
  host = '127.0.0.1',
): Promise<{ readonly child: ChildProcess; stop(signal?: NodeJS.Signals): Promise<void> }> => {
  const child = spawn(program, args, { cwd: '/', stdio: 'ignore', detached: true, ...unprivileged() });
  let isMissing = false;
  child.once('error', () => {
    isMissing = true;
  });
  onExit(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').catch(() => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  while (!(await isListening(port, host))) {
    if (isMissing) throw new Error(`${program} cannot be started: install it.`);
    if (hasEnded()) throw new Error(`${program} ended with ${child.exitCode ?? child.signalCode}.`);
    await delay(20);
  }
  return {
    child,
    stop: async (signal = 'SIGINT') => {
      if (hasEnded()) return;
      child.kill('SIGCONT');
      child.kill(signal);
      await ended;
    },
  };
};

/** Prints the lines and stops the program on Ctrl-C. */
export const untilInterrupted = async (
  lines: readonly string[],
  stop: () => Promise<void>,
): Promise<void> => {
  process.stdout.write(`${lines.join('\n')}\n\nCtrl-C stops it and removes its data.\n`);
  for (const name of interrupts) process.removeListener(name, interrupt);
  const waiting = setInterval(() => {}, 60_000);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  // Under npm Ctrl-C arrives twice.
  process.on('SIGINT', () => {}).on('SIGTERM', () => {});
  clearInterval(waiting);
  await stop();
  process.exit(0);
};
