// Runs all tests of the scripts in one process. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';

const files = globSync('**/*.test.ts', { cwd: import.meta.dirname });
for (const file of files.sort()) await import(`./${file}`);
