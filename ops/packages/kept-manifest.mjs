import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const keptAt = (root, folder) =>
  join(root, 'node_modules/.cache/packed-manifests', `${basename(folder)}.json`);

/** Keeps the manifest of the package in that folder, and returns it. */
export const keepManifest = (root, folder) => {
  const kept = keptAt(root, folder);
  mkdirSync(dirname(kept), { recursive: true });
  copyFileSync(join(folder, 'package.json'), kept);
  return JSON.parse(readFileSync(kept, 'utf8'));
};

/** Puts a kept manifest back, also one that an interrupted `npm pack` left. */
export const restoreManifest = (root, folder) => {
  const kept = keptAt(root, folder);
  if (existsSync(kept)) renameSync(kept, join(folder, 'package.json'));
};
