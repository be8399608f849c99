import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openTestDatabase } from '../../adapters-postgres/test-support/test-database.ts';
import { importFeed } from '../src/import/import-feed.ts';
import { runProgram } from './support/run-program.ts';
import { cleanUp, newFolder, startMain } from './support/service-process.ts';

t.teardown(cleanUp);

t.test('exits with 2 on invalid arguments', async (t) => {
  t.match(await startMain('import.ts', { DATA_DIR: newFolder() }, ['-']).ended, {
    code: 2,
    stdout: '',
    stderr: /^--organizer PHONE is needed\.\n\nUsage: npm run import/,
  });
});

t.test('synchronizes a feed', async (t) => {
  const variables = { DATABASE_URL: (await openTestDatabase(t)).url };
  const file = join(newFolder(), 'feed.jsonl');
  const run = (lines: readonly object[], ...options: readonly string[]) => {
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return runProgram(importFeed, variables, [file, '--organizer', '+4915112340001', ...options]);
  };
  const event = (id: string, name: string) => ({
    '@type': 'MusicEvent',
    '@id': id,
    name,
    startDate: '2099-05-01',
    location: { address: 'Somewhere 1, Berlin', geo: { latitude: '52,5', longitude: '13,4' } },
  });
  t.match(await run([event('a', 'One')], '--dry-run'), {
    code: 1,
    stderr: /^--dry-run: migrations are pending/,
  });
  const nowhere = { ...event('c', 'Nowhere'), location: { address: 'Somewhere 2' } };
  const faults = join(newFolder(), 'faults.txt');
  t.match(await run([event('a', 'One'), event('b', 'Two'), nowhere, nowhere], '--faults', faults), {
    code: 1,
    stdout: '4 lines: 2 events added, 0 changed, 0 unchanged, 0 cancelled, 2 failed. 2 ends were assumed.\n',
    stderr: `       2  /location/geo must have a latitude and a longitude\nAll of them are in ${faults}.\n`,
  });
  t.match(readFileSync(faults, 'utf8'), /^line 3: .*\nline 4: .*\n$/);
  const second = [event('a', 'One, renamed')];
  const summary =
    '1 lines: 0 events added, 1 changed, 0 unchanged, 0 cancelled, 0 failed. 1 ends were assumed.\n';
  t.match(await run(second, '--prune', '--dry-run'), {
    code: 0,
    stdout: `Nothing is written. It would be: ${summary}One event that the file does not have would be cancelled: Two.\n`,
  });
  t.match(await run(second, '--prune', '--yes'), {
    code: 0,
    stdout: `${summary}One event that the file does not have is cancelled.\n`,
    stderr: '',
  });
});
