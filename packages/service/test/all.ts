// Runs the tests that start no program or browser in one process: starting one for each file takes longer than the tests.
// `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import { runFiles } from '../../adapters-postgres/test-support/run-files.ts';

/** Tests that start programs wait most of the time; `.taprc` runs them beside the others. */
const programs = [
  '{documentation,examples,server,walk}.test.ts',
  'against-one-server/**',
  'browser/**',
  'cluster/supervise.test.ts',
  'fuzz/**',
  'outbox/**',
];

const cwd = import.meta.dirname;
await runFiles(cwd, globSync('**/*.test.ts', { cwd, exclude: programs }));
