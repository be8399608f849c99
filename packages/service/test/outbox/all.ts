// Runs the tests of what the service tells in one process of their own: they wait for jobs most of the time.
// `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';

for (const file of globSync('*.test.ts', { cwd: import.meta.dirname }).sort()) await import(`./${file}`);
