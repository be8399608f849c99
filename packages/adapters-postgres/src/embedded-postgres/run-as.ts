import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';

/** How to run PostgreSQL on this machine: it refuses root, and it must end with its parent. */
export interface RunAs {
  /** Command words that go before the program. */
  readonly prefix: readonly string[];
  /** The user id that Node itself must spawn the program under, where no tool can change it. */
  readonly uid?: number;
  /** The user id that must own the data folder and the socket folder, seen from outside. */
  readonly owner: number | undefined;
  /** Whether the kernel ends the program with its parent; otherwise a shell watches for it. */
  readonly endsWithParent: boolean;
}

const NOBODY = 65534;
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

const works = (words: readonly string[]): boolean =>
  spawnSync(words[0] as string, [...words.slice(1), 'true'], { stdio: 'ignore' }).status === 0;

/**
 * Chooses how to run PostgreSQL.
 * @param ownedBy the user id that owns an existing data folder, if there is one
 */
export const chooseRunAs = (ownedBy: number | undefined): RunAs => {
  const uid = process.getuid?.();
  if (uid !== 0) {
    const kernel = process.platform === 'linux' && works(DIE_WITH_PARENT);
    return { prefix: kernel ? DIE_WITH_PARENT : [], owner: uid, endsWithParent: kernel };
  }
  return rootRunsAs(ownedBy ?? 0);
};

const rootRunsAs = (ownedBy: number): RunAs => {
  // In a user namespace root's files belong to an ordinary user, so nothing has to change hands.
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', ...DIE_WITH_PARENT];
  if (ownedBy === 0 && works(namespace)) return { prefix: namespace, owner: 0, endsWithParent: true };

  const owner = ownedBy || NOBODY;
  // The data folder and the programs may lie in folders only root may enter: that one right is kept.
  const withoutRights = [
    ...DIE_WITH_PARENT,
    `--reuid=${owner}`,
    `--regid=${owner}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ];
  if (works(withoutRights)) return { prefix: withoutRights, owner, endsWithParent: true };
  return { prefix: [], uid: owner, owner, endsWithParent: false };
};

// The shell's child waits for the end of its input, which the kernel closes with the parent; $$ stays the
// process id of the shell that becomes the program.
const WATCH_PARENT = 'exec 3<&0; (read -r _ <&3; kill -INT $$ 2>/dev/null) & exec 3<&- "$@" </dev/null';

/** Starts a program as chosen; its process id is the program's own. */
export const spawnAs = (
  as: RunAs,
  program: string,
  args: readonly string[],
  output: number,
): ChildProcess => {
  const words = [...as.prefix, program, ...args];
  const command = as.endsWithParent ? words : ['/bin/sh', '-c', WATCH_PARENT, 'sh', ...words];
  const stdio: StdioOptions = [as.endsWithParent ? 'ignore' : 'pipe', output, output];
  return spawn(command[0] as string, command.slice(1), {
    stdio,
    // Ctrl-C reaches every process of the terminal's group: the service must end first, then its database.
    detached: true,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.uid }),
  });
};
