import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import t from 'tap';

const root = join(import.meta.dirname, '../..');
const importOf = /(?:^(?:import|export)\b[^'"]*?|\bimport\()['"](\.[^'"]+)['"]/gm;

/**
 * The folders that an import leads from and to: those below the last folder that both files have in common. Null where
 * one of the files lies in that folder itself, such as a public face beside what it exports.
 */
const foldersOf = (from: string, to: string): readonly [string, string] | null => {
  const [one, other] = [from.split('/'), to.split('/')];
  const depth = one.findIndex((name, index) => name !== other[index]);
  return one.length - 1 > depth && other.length - 1 > depth
    ? [one.slice(0, depth + 1).join('/'), other.slice(0, depth + 1).join('/')]
    : null;
};

/** The pairs of folders that import each other, such as `src/a <-> src/b`, in the order of their paths. */
const mutualImports = (files: Readonly<Record<string, string>>): readonly string[] => {
  const imports = new Set<string>();
  for (const [file, text] of Object.entries(files))
    for (const [, target = ''] of text.matchAll(importOf)) {
      const folders = foldersOf(file, join(dirname(file), target));
      if (folders) imports.add(folders.join(' -> '));
    }
  return [...imports]
    .map((each) => each.split(' -> '))
    .filter(([from = '', to = '']) => from < to && imports.has(`${to} -> ${from}`))
    .map((pair) => pair.join(' <-> '))
    .sort();
};

t.test('no two folders of a package import each other', async (t) => {
  const files = globSync('packages/*/src/**/*.ts', { cwd: root });
  t.ok(files.length > 300);
  const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')]);
  t.strictSame(mutualImports(Object.fromEntries(texts)), []);
});

t.test('folders are seen to import each other at any depth, by type and by name', async (t) => {
  const of = (text: string, other: string) =>
    mutualImports({ 'p/src/a/b/one.ts': text, 'p/src/a/c/two.ts': other });
  for (const back of ["export type {\n  Y,\n} from '../b/one.ts';", "await import('../b/one.ts');"])
    t.strictSame(of("import { x } from '../c/two.ts';", back), ['p/src/a/b <-> p/src/a/c'], back);
  t.strictSame(of("import { x } from '../c/two.ts';", "import { y } from './three.ts';"), []);
  t.strictSame(of("import { x } from '../c/two.ts';", "import { y } from '../above.ts';"), []);
});
