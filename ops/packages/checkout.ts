import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is read of a package's manifest. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The root of the repository. */
export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command to its end; throws with its output unless it succeeds. */
export const run = (cwd: string, command: string, ...args: readonly string[]): void => {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
};

/** The manifest of a package by its folder. */
export const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** How many packages of the workspace a package builds on. */
const own = ({ dependencies = {} }: Manifest): number =>
  Object.keys(dependencies).filter((name) => name.startsWith('@event-platform/')).length;

/** The folders of the packages that can be published, from the root; those that others build on come first. */
export const publishable: readonly string[] = globSync('packages/*/package.json', { cwd: root })
  .map(dirname)
  .filter((folder) => !manifestIn(join(root, folder)).private)
  .sort((one, other) => own(manifestIn(join(root, one))) - own(manifestIn(join(root, other))));

/** Copies what packing needs: it changes manifests for a moment. */
export const copyCheckout = (checkout: string): void => {
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE', 'scripts', 'packages'])
    cpSync(join(root, name), join(checkout, name), {
      recursive: true,
      filter: (path) => !/\/(dist|node_modules|test)$/.test(path),
    });
  // A workspace of the lockfile, of which nothing is packed.
  cpSync(join(root, 'lab/package.json'), join(checkout, 'lab/package.json'));
  cpSync(join(root, 'ops/packages'), join(checkout, 'ops/packages'), {
    recursive: true,
    filter: (path) => !path.endsWith('/node_modules'),
  });
  // The workspace's links lead to the copy; all else is that of the checkout.
  const modules = join(checkout, 'node_modules');
  mkdirSync(join(modules, '@event-platform'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!['.cache', '@event-platform'].includes(name))
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
  for (const folder of publishable)
    symlinkSync(join(checkout, folder), join(modules, manifestIn(join(root, folder)).name));
};

/** The packed packages in a folder. */
export const tarballsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name));

/** Packs every package of a copied checkout as `npm pack` does; returns the files. */
export const packAll = (checkout: string, into: string): readonly string[] => {
  mkdirSync(into, { recursive: true });
  for (const folder of publishable)
    run(join(checkout, folder), 'npm', 'pack', '--silent', '--pack-destination', into);
  return tarballsIn(into);
};
