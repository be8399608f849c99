import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const oldestMajor = ({ name, engines }) => {
  const [, major] = /^>=(\d+)$/.exec(engines?.node ?? '') ?? [];
  if (major === undefined) throw new Error(`${name}: engines.node must be ">=" and a major version`);
  return major;
};

// Deno and Bun name a version of Node as well, but engines does not speak of them; browsers have no process.
const guardOf = (name, major) => `const { node, deno, bun } = globalThis.process?.versions ?? {};
if (node && !deno && !bun && Number.parseInt(node, 10) < ${major})
  throw new Error(\`${name} needs Node ${major} or later; this is Node \${node}.\`);
`;

/**
 * Puts a check of Node's version before every entry point of a built package: on an older Node its code fails later, or
 * with an error that names no reason. It is a module of its own, as imports are evaluated before the module that has
 * them. Returns the manifest with `exports` that lead to the check.
 */
export const guardEntries = (folder, manifest) => {
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('dist/entries/node-version.js', guardOf(manifest.name, oldestMajor(manifest)));
  const entries = Object.entries(manifest.exports).map(([path, conditions]) => {
    const entry = `./dist/entries/${path === '.' ? 'index' : path.slice(2)}.js`;
    const built = conditions.default.replace('./dist/', '../');
    write(entry, `import './node-version.js';\nexport * from '${built}';\n`);
    return [path, { ...conditions, default: entry }];
  });
  return { ...manifest, exports: Object.fromEntries(entries) };
};
