// Runs the tests that start no program or browser in one process: starting one for each file takes longer than the tests.
// `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import { runFiles } from '../../adapters-postgres/test-support/run-files.ts';

/** `.taprc` runs these beside the others: tests that start programs, which wait most of the time, and those that call every route. */
const programs = [
  '{documentation,examples,non-ids,server,walk}.test.ts',
  'against-one-server/**',
  'browser/**',
  'cluster/supervise.test.ts',
  'credentials/walk.test.ts',
  'fuzz/**',
  'outbox/**',
];

const cwd = import.meta.dirname;
await runFiles(cwd, globSync('**/*.test.ts', { cwd, exclude: programs }));
