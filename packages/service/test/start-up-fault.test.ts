import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readConfig } from '../src/config/config.ts';
import { sentencesOf } from '../src/start-up-fault.ts';
import { cleanUp, freePort, newFolder, startMain, type Variables } from './support/service-process.ts';

/** The error message of a start that fails. */
const messageOf = async (t: Test, variables: Variables): Promise<string> => {
  t.teardown(cleanUp);
  const { code, stdout, stderr } = await startMain('server.ts', { DATA_DIR: newFolder(), ...variables })
    .ended;
  t.equal(code, 1);
  t.equal(stdout, '');
  t.notMatch(stderr, /\n {4}at /, 'no stack');
  return stderr;
};

t.test('reports a data folder that cannot be written in one sentence', async (t) => {
  const DATA_DIR = join(import.meta.filename, 'data');
  t.match(await messageOf(t, { DATA_DIR }), /^\S+ cannot be written: .*\n$/);
});

t.test('reports an unreachable database in one sentence, without its password', async (t) => {
  const DATABASE_URL = `postgres://user:the-password@127.0.0.1:${await freePort()}/events`;
  const message = await messageOf(t, { DATABASE_URL });
  t.match(
    message,
    /^DATABASE_URL: nothing listens on that host and port \(127\.0\.0\.1:\d+\/events\); start PostgreSQL there, or correct them\.\n$/,
  );
  t.notMatch(message, /the-password/);
});

t.test('reports all faults of the configuration at once', async (t) => {
  try {
    readConfig({ PORT: 'x', CURRENCY: 'y' });
    t.fail('the configuration is valid');
  } catch (error) {
    t.match(sentencesOf(error), /^The configuration has 2 faults:\n {2}PORT: .*\n {2}CURRENCY: .*\n/);
  }
});
