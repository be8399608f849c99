// Runs in the folder of a package before npm packs it, on whatever Node npm runs on: builds `dist` anew and takes out of
// the manifest what only the workspace has. `postpack.mjs` puts the manifest back.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepManifest, restoreManifest } from './kept-manifest.mjs';
import { guardEntries } from './node-guard.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.cwd();

/** The condition that leads to the sources, for Node and the compiler within the workspace. */
const sourceCondition = '@event-platform/source';

const build = () => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  const { status } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-b', folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
};

/**
 * Copies the sources that the maps name into `dist`, the only folder that is packed. They have a folder of their own:
 * beside a declaration the compiler would prefer them to it.
 */
const includeSources = () => {
  const dist = join(folder, 'dist');
  for (const name of readdirSync(dist, { recursive: true })) {
    if (!name.endsWith('.map')) continue;
    const file = join(dist, name);
    const map = JSON.parse(readFileSync(file, 'utf8'));
    map.sources = map.sources.map((source) => {
      const path = resolve(dirname(file), source);
      const copy = join(dist, 'source', relative(folder, path));
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(path, copy);
      return relative(dirname(file), copy);
    });
    writeFileSync(file, JSON.stringify(map));
  }
};

const published = ({ scripts: _scripts, devDependencies: _devDependencies, ...manifest }) => ({
  ...manifest,
  exports: Object.fromEntries(
    Object.entries(manifest.exports).map(([path, { [sourceCondition]: _source, ...conditions }]) => [
      path,
      conditions,
    ]),
  ),
});

restoreManifest(root, folder);
build();
includeSources();
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
const manifest = guardEntries(folder, published(keepManifest(root, folder)));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
