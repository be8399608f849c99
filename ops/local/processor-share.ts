import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onExit } from './program.ts';

const root = '/sys/fs/cgroup';
const periodUs = 100_000;

/** A share of the machine's processors for some processes and all that they start. */
export interface ProcessorShare {
  add(pids: readonly number[]): void;
  /** Lets its processes use as much as they can, or no more than the share. */
  limit(isLimited: boolean): void;
  /** Only once its processes have ended. */
  remove(): void;
}

/**
 * Opens a control group with a limit; needs root.
 * @param cores how much of one processor, such as 0.25
 */
export const openProcessorShare = (name: string, cores: number): ProcessorShare => {
  const quotaUs = Math.round(cores * periodUs);
  const isVersion2 = existsSync(join(root, 'cgroup.controllers'));
  const folder = join(root, isVersion2 ? '' : 'cpu', `event-platform-${name}`);
  mkdirSync(folder, { recursive: true });
  const set = (file: string, value: string) => writeFileSync(join(folder, file), value);
  const limit = (isLimited: boolean) => {
    if (isVersion2) set('cpu.max', `${isLimited ? quotaUs : 'max'} ${periodUs}`);
    else {
      set('cpu.cfs_period_us', `${periodUs}`);
      set('cpu.cfs_quota_us', `${isLimited ? quotaUs : -1}`);
    }
  };
  limit(true);
  onExit(() => {
    if (!existsSync(folder)) return;
    // Without members a group can be removed: what is still ending goes to the one above.
    for (const pid of readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean))
      writeFileSync(join(folder, '..', 'cgroup.procs'), pid);
    rmdirSync(folder);
  });
  return {
    add: (pids) => {
      for (const pid of pids) set('cgroup.procs', `${pid}`);
    },
    limit,
    remove: () => rmdirSync(folder),
  };
};
