import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The result of a program that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program of src/main in a process of its own. */
export interface MainProcess {
  readonly pid: number;
  readonly stdout: () => string;
  /** Resolves with the first match in its output; rejects when it ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

export type Variables = Readonly<Record<string, string>>;

const running = new Set<ChildProcess>();
const folders: string[] = [];

// However this process ends, its children end, and no folder stays.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  removeFolders();
});

/** As in `npm start`: stripping types and compiling take longer than the rest of a start. */
export const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/node', import.meta.url));

/**
 * Starts `server.ts`, `import.ts` or `migrate.ts` with only the PATH of this process's environment; a URL names a program of
 * another checkout.
 */
export const startMain = (
  program: string | URL,
  variables: Variables,
  args: readonly string[] = [],
): MainProcess => {
  const path = fileURLToPath(
    typeof program === 'string' ? new URL(`../../src/${program}`, import.meta.url) : program,
  );
  const child = spawn(process.execPath, ['--conditions=@event-platform/source', path, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const listener of listeners) listener();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    });
  });
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(stdout);
        if (!match) return;
        listeners.delete(look);
        resolve(match);
      };
      listeners.add(look);
      look();
      void ended.then(({ code, signal }) =>
        reject(new Error(`${program} ended (${code ?? signal}) before ${pattern}:\n${stdout}${stderr}`)),
      );
    });
  return { pid: child.pid ?? 0, stdout: () => stdout, waitFor, kill: (signal) => child.kill(signal), ended };
};

/** A new temporary folder. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'event-platform-test-'));
  folders.push(folder);
  return folder;
};

/** Whether nothing listens on a port. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A port that is free now, between 10,100 and 30,000: those that systems give to outgoing connections, from 32,768
 * on, are taken by others while a program that lost its port comes back, and `fetch` refuses 10,080.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_100, 30_000);
    if (await isFree(port)) return port;
  }
};

/** Kills the remaining processes and removes the folders. */
export const cleanUp = async (): Promise<void> => {
  const ending = [...running].map(
    (child) => new Promise<void>((resolve) => child.once('close', () => resolve())),
  );
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ending);
  removeFolders();
};

/** Tries again for a while: the database of a killed service still writes while it stops. */
const removeFolders = (): void => {
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
};
