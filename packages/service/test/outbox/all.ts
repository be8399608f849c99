// Runs the tests of what the service tells in one process of their own, side by side: they wait for jobs most of the
// time, and each has a database and services of its own. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import t from 'tap';
import { openTestDatabase } from '../../../adapters-postgres/test-support/test-database.ts';

t.jobs = 3;
// Loading the service occupies the process for seconds on a busy machine; the first tests would wait for it, and time out.
await import('./telling-service.ts');
await openTestDatabase(t); // keeps the server
for (const file of globSync('*.test.ts', { cwd: import.meta.dirname }).sort()) await import(`./${file}`);
