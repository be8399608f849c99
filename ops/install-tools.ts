import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the tools of a folder outside of the workspace, which has a lockfile of its own: on the first run, and again
 * when that changed. Throws where they cannot be had, so that nothing passes unchecked.
 */
export const installTools = (folder: string): void => {
  const installed = join(folder, 'node_modules/.package-lock.json');
  if (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  )
    return;
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw error ?? new Error(`The tools of ${folder} cannot be installed: npm ci ended with ${status}`);
};
