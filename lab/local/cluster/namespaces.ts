import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Set in a process that has a network, mounts and process numbers of its own. */
const mark = 'EVENT_PLATFORM_NAMESPACES';

export const hasNamespaces = (): boolean => process.env[mark] === 'true';

/** The first process there takes in those whose parent ended, as PostgreSQL's has: a shell waits for them, Node does not. */
const first = ['sh', '-c', '"$@"; exit $?', 'sh'];

const flags = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];

/** What is done there; needs iproute2. */
const trial =
  'ip link add hub type bridge && ip link add cable type veth peer name eth0 && mount -t tmpfs tmpfs /mnt';

/**
 * Runs a program of Node in namespaces of its own where this user may, and else as it is: there a machine can be cut off from
 * its network and its disk can be filled, nothing outside of it changes, and its processes end with it.
 * @returns its exit code
 */
export const runInNamespaces = async (program: string, args: readonly string[]): Promise<number> => {
  const mayUnshare = spawnSync('unshare', [...flags, 'sh', '-c', trial]).status === 0;
  const command = [process.execPath, ...process.execArgv, program, ...args];
  // Killed, it removes nothing: its temporary files are in a folder that is removed here.
  const folder = mkdtempSync(join(tmpdir(), 'event-platform-run-'));
  chmodSync(folder, 0o755);
  const env = { ...process.env, TMPDIR: folder };
  const child = mayUnshare
    ? spawn('unshare', [...flags, ...first, ...command], {
        stdio: 'inherit',
        env: { ...env, [mark]: 'true' },
      })
    : spawn(process.execPath, command.slice(1), { stdio: 'inherit', env });
  // The first process there ends all others with it; without namespaces the program itself does.
  const end = () => child.kill(mayUnshare ? 'SIGKILL' : 'SIGTERM');
  process.once('exit', end).once('SIGINT', end).once('SIGTERM', end);
  const [code] = await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  return code ?? 1;
};

/** Runs a command to its end. */
export const command = (program: string, ...args: readonly string[]): void => {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
};
