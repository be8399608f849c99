// Runs all tests of this package in one process: loading Fastify and the domain for each file takes longer than
// most of the tests. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';

for (const file of globSync('**/*.test.ts', { cwd: import.meta.dirname }).sort()) await import(`./${file}`);
