import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { openTestDatabase } from '../../adapters-postgres/test-support/test-database.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

// In a process of its own: V8 counts calls once for a process, and those of this one may be counted by CI.
t.test('a list and an RSVP run the files that the page on architecture names', async (t) => {
  const database = await openTestDatabase(t);
  const { NODE_V8_COVERAGE: _counted, ...env } = process.env;
  const args = [
    '--conditions=@event-platform/source',
    'ops/walk/run.ts',
    '--check',
    '--database',
    database.url,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env }).catch(
    (error) => error,
  );
  t.equal(stdout, '');
});
