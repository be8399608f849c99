// Runs the tests in Chromium in one process: they share one browser, which takes seconds of processor time to start, and one
// database server. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import t from 'tap';
import { openTestDatabase } from '../../../adapters-postgres/test-support/test-database.ts';

await openTestDatabase(t); // keeps the server
for (const file of globSync('*.test.ts', { cwd: import.meta.dirname }).sort()) await import(`./${file}`);
