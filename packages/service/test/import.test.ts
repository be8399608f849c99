import t from 'tap';
import { cleanUp, newFolder, startMain } from './support/service-process.ts';

t.test('exits with 2 on invalid arguments', async (t) => {
  t.teardown(cleanUp);
  t.match(await startMain('import.ts', { DATA_DIR: newFolder() }, ['-']).ended, {
    code: 2,
    stdout: '',
    stderr: /^--organizer PHONE is needed\.\n\nUsage: npm run import/,
  });
});
