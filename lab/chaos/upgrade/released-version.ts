import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A checkout of a release, with its dependencies. */
export interface ReleasedVersion {
  readonly version: string;
  /** Its `server.ts`. */
  readonly server: URL;
  /** The folder of a database of that version with so many events, which is made when it is missing. */
  dataset(size: string): string;
}

/** How many events the database has that is brought up to date. */
export const datasetSize = (isShort: boolean): string => process.env.UPGRADE_SIZE ?? (isShort ? '10k' : '1m');

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();

/** The commit whose schema is that of 0.1.0, which has no tag. */
const first = { commit: 'a7e634a050a1abd4b93dc0826457e49620e7cd54', version: '0.1.0' };

const isKnown = (commit: string): boolean => {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
    return true;
  } catch {
    return false;
  }
};

/** The last release, from the history of this checkout; null without it. */
export const lastRelease = (): ReleasedVersion | null => {
  const [tag = ''] = git('tag', '--list', 'v[0-9]*', '--sort=-v:refname', '--merged').split('\n');
  if (tag !== '') return checkOut(git('rev-list', '-1', tag), tag.slice(1));
  return isKnown(first.commit) ? checkOut(first.commit, first.version) : null;
};

const checkOut = (commit: string, version: string): ReleasedVersion => {
  const folder = join(root, 'lab/bench/.data', `release-${commit.slice(0, 9)}`);
  if (!existsSync(join(folder, 'node_modules'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
    });
  }
  return {
    version,
    server: pathToFileURL(join(folder, 'packages/service/src/server.ts')),
    dataset: (size) => {
      const bench = existsSync(join(folder, 'bench')) ? 'bench' : 'lab/bench';
      const program = ['--conditions=@event-platform/source', `${bench}/run.ts`, '--load', size];
      execFileSync(process.execPath, program, { cwd: folder, stdio: ['ignore', 2, 2] });
      const [data] = globSync(`${bench}/.data/${size}-*/postgres`, { cwd: folder });
      return join(folder, data as string);
    },
  };
};
