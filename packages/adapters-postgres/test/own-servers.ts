// Runs the tests that start servers of their own, to stop or replace them. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import { runFiles } from '../test-support/run-files.ts';

const cwd = import.meta.dirname;
await runFiles(cwd, globSync('{embedded-postgres,accelerators/standbys}/**/*.test.ts', { cwd }), {
  sharesServer: false,
});
