// Runs the tests of services on a database server of the tests. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import { runFiles } from '../../../adapters-postgres/test-support/run-files.ts';

const cwd = import.meta.dirname;
await runFiles(cwd, globSync('*.test.ts', { cwd }));
