import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A checkout of a release, with its dependencies. */
export interface ReleasedVersion {
  readonly version: string;
  /** Its `server.ts`. */
  readonly server: URL;
  /** Copies the folder of a database of that version, with so many events, to an empty folder. */
  copyDataset(size: string, to: string): void;
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The last release, from the history of this checkout; null without it. */
export const lastRelease = (): ReleasedVersion | null => {
  const subject = '^chore: release [0-9]';
  const [line] = git('log', '--format=%h %s', `--grep=${subject}`, '-1').split('\n');
  const [, commit = '', version = ''] = /^(\w+) chore: release (\S+)$/.exec(line ?? '') ?? [];
  return commit === '' ? null : checkOut(commit, version);
};

const checkOut = (commit: string, version: string): ReleasedVersion => {
  const folder = join(root, 'bench/.data', `release-${commit}`);
  if (!existsSync(join(folder, 'node_modules'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 2, 2] });
  }
  return {
    version,
    server: pathToFileURL(join(folder, 'packages/service/src/server.ts')),
    copyDataset: (size, to) => {
      const program = ['--conditions=@event-platform/source', 'bench/run.ts', '--load', size];
      execFileSync(process.execPath, program, { cwd: folder, stdio: ['ignore', 2, 2] });
      const [data] = globSync(`bench/.data/${size}-*/postgres`, { cwd: folder });
      cpSync(join(folder, data as string), to, { recursive: true });
    },
  };
};
