import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const run = (command: string, folder: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/** The folder of a git worktree of that revision with its dependencies, both of which are made the first time. */
export const otherCommit = (revision: string): { readonly folder: string; readonly commit: string } => {
  const commit = run('git', root, 'rev-parse', '--short=9', `${revision}^{commit}`);
  const folder = join(root, 'lab/bench/.data', `commit-${commit}`);
  if (!existsSync(folder)) run('git', root, 'worktree', 'add', '--detach', folder, commit);
  if (!existsSync(join(folder, 'node_modules'))) run('npm', folder, 'ci', '--no-audit', '--no-fund');
  return { folder, commit };
};
