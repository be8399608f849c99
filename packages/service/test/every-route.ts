// Runs the tests that call every route in one process: each would load the whole service and start a database server.
// `npx tap path/to/x.test.ts` runs one file.
import { runFiles } from '../../adapters-postgres/test-support/run-files.ts';

await runFiles(import.meta.dirname, ['credentials/walk.test.ts', 'fuzz/fuzz.test.ts', 'non-ids.test.ts']);
