/**
 * Versions and packs all packages, with one version for all:
 *
 *   npm run release -- minor             or major, patch, or a version such as 1.4.0
 *   npm run release -- minor --dry-run   in a copy; the checkout stays as it is; `--into` names a folder for what is packed
 *
 * It changes the manifests, the lockfile, the image's label and the changelog, packs into `release/`, and prints what is
 * left to do: committing, tagging and publishing are a person's decision.
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyCheckout, manifestIn, packAll, root } from './checkout.ts';
import { digestCommands, withoutDigest } from './image-digests.ts';
import { hasUnreleased, nextVersion, releasedChangelog, withVersion } from './versions.ts';

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, into: { type: 'string' } },
  allowPositionals: true,
});
const isDryRun = values['dry-run'];
const current = manifestIn(root).version;
const version = nextVersion(current, positionals[0] ?? 'minor');

/** The files that say the version, from the root, with how each changes. */
const changed = (): ReadonlyMap<string, string> => {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const manifests = [
    'package.json',
    'package-lock.json',
    ...globSync('packages/*/package.json', { cwd: root }),
  ];
  const today = new Date().toISOString().slice(0, 10);
  const changelog = read('CHANGELOG.md');
  return new Map([
    ...manifests.map((name): [string, string] => [name, withVersion(read(name), version)]),
    ['Dockerfile', read('Dockerfile').replace(`image.version="${current}"`, `image.version="${version}"`)],
    ...['compose.yaml', ...globSync('ops/kubernetes/*.yaml', { cwd: root })].map((name): [string, string] => [
      name,
      read(name).replaceAll(`event-platform:${current}`, `event-platform:${version}`),
    ]),
    // After a release there are no changes, and a dry run still tells whether the packages can be packed.
    ...(isDryRun && !hasUnreleased(changelog)
      ? []
      : [['CHANGELOG.md', releasedChangelog(changelog, version, today)] satisfies [string, string]]),
  ]);
};

const work = mkdtempSync(join(tmpdir(), 'release-'));
try {
  const files = changed();
  const images = withoutDigest(files);
  if (images.length > 0 && !isDryRun) throw new Error(digestCommands(images));
  const checkout = join(work, 'checkout');
  copyCheckout(checkout);
  for (const [name, text] of files)
    if (existsSync(join(checkout, name))) writeFileSync(join(checkout, name), text);
  const target = values.into ?? (isDryRun ? join(work, 'packed') : join(root, 'release'));
  const tarballs = packAll(checkout, target).map((file) => basename(file));
  if (!isDryRun) for (const [name, text] of files) writeFileSync(join(root, name), text);
  console.log(`${current} → ${version}${isDryRun ? ', and nothing was changed' : ''}`);
  for (const name of files.keys()) console.log(`  ${name}`);
  for (const name of tarballs) console.log(`  release/${name}`);
  console.log(`Then: git commit -am "chore: release ${version}" && git tag v${version}`);
  console.log('      for file in release/*.tgz; do npm publish "$file" --access public; done');
} finally {
  rmSync(work, { recursive: true, force: true });
}
