import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stage } from './dockerfile.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const ignoreRules = readFileSync(join(repository, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ pattern: line.replace(/^!/, ''), keeps: line.startsWith('!') }));

/** Whether a path of the repository is sent to the builder; the last rule that matches it or a parent decides. */
const isSent = (path: string): boolean => {
  const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const last = ignoreRules.findLast(({ pattern }) => above.some((each) => matchesGlob(each, pattern)));
  return last?.keeps ?? true;
};

/** A stage built in a folder. */
export interface BuiltStage {
  /** The folder that is the root of its file system. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Executes COPY, as far as the Dockerfile uses it. */
const copy = (folder: string, { root, workdir }: BuiltStage, rest: string): void => {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const target = words.pop() ?? '';
  const into = target.startsWith('/') ? join(root, target) : join(root, workdir, target);
  for (const word of words) {
    const source = join(from === undefined ? repository : join(folder, from), word);
    if (from === undefined && !isSent(word)) throw new Error(`.dockerignore hides ${word}`);
    const isFolder = statSync(source).isDirectory();
    cpSync(source, !isFolder && target.endsWith('/') ? join(into, basename(word)) : into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (each) => from !== undefined || isSent(relative(repository, each)),
    });
  }
};

/** The environment of this machine, with its registry and certificates, without the variables of the running npm. */
const machine = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|npm_config_local_prefix$|INIT_CWD$|NODE_ENV$)/.test(name),
  ),
);

/** Executes a stage in a folder named after it, with the current Node and npm. */
export const buildStage = (
  folder: string,
  { name, instructions }: Stage,
  say: (text: string) => void,
): BuiltStage => {
  const env: Record<string, string> = {};
  const stage = { root: join(folder, name), workdir: '/', env };
  mkdirSync(stage.root);
  for (const { name: verb, rest } of instructions) {
    if (verb === 'WORKDIR') {
      stage.workdir = rest;
      mkdirSync(join(stage.root, rest), { recursive: true });
    }
    if (verb === 'ENV') env[rest.slice(0, rest.indexOf('='))] = rest.slice(rest.indexOf('=') + 1);
    if (verb === 'COPY') copy(folder, stage, rest);
    if (verb !== 'RUN') continue;
    say(`${name}: ${rest}`);
    execFileSync('/bin/sh', ['-c', rest], {
      cwd: join(stage.root, stage.workdir),
      env: { ...machine, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  return stage;
};
