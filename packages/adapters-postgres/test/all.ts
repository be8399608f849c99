// Runs the tests that need no server of their own. `npx tap path/to/x.test.ts` runs one file.
import { globSync } from 'node:fs';
import { runFiles } from '../test-support/run-files.ts';

/** Tests that stop or replace a server wait most of the time; `own-servers.ts` runs them beside the others. */
const ownServers = ['embedded-postgres/**', 'accelerators/standbys/**'];

const cwd = import.meta.dirname;
await runFiles(cwd, globSync('**/*.test.ts', { cwd, exclude: ownServers }));
