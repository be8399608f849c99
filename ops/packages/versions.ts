const parts = (version: string): [number, number, number] => {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  if (patch === undefined)
    throw new Error(`${version} is no version: major, minor, patch, or one such as 1.4.0`);
  return [Number(major), Number(minor), Number(patch)];
};

/** The version that a release gets; throws for one that is not later. */
export const nextVersion = (current: string, target: string): string => {
  const [major, minor, patch] = parts(current);
  if (target === 'major') return `${major + 1}.0.0`;
  if (target === 'minor') return `${major}.${minor + 1}.0`;
  if (target === 'patch') return `${major}.${minor}.${patch + 1}`;
  const [a, b, c] = parts(target);
  if ((a - major || b - minor || c - patch) > 0) return target;
  throw new Error(`${target} is not later than ${current}`);
};

const scope = '@event-platform/';

interface Versioned {
  name?: string;
  version?: string;
  resolved?: string;
  dependencies?: Record<string, string>;
  packages?: Record<string, Versioned>;
}

const setVersion = (manifest: Versioned, version: string): void => {
  if (manifest.version) manifest.version = version;
  for (const name of Object.keys(manifest.dependencies ?? {}))
    if (name.startsWith(scope) && manifest.dependencies) manifest.dependencies[name] = version;
};

/** The text of a manifest or a lockfile with the version of the platform's own packages. */
export const withVersion = (text: string, version: string): string => {
  const manifest = JSON.parse(text) as Versioned;
  setVersion(manifest, version);
  for (const [path, locked] of Object.entries(manifest.packages ?? {}))
    if (path === '' || path.startsWith('packages/')) setVersion(locked, version);
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

/** Whether the changelog has unreleased changes. */
export const hasUnreleased = (text: string): boolean => {
  const [, notes = ''] = /^## Unreleased\n(.*?)(?=^## |(?![\s\S]))/ms.exec(text) ?? [];
  return notes.trim() !== '';
};

/** The changelog with its unreleased changes under the version; throws if there are none. */
export const releasedChangelog = (text: string, version: string, day: string): string => {
  if (!hasUnreleased(text)) throw new Error('CHANGELOG.md has nothing under "## Unreleased"');
  return text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} - ${day}\n`);
};
