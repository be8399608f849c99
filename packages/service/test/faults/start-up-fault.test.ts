import { join } from 'node:path';
import { startEmbeddedPostgres } from '@event-platform/adapters-postgres';
import { DomainError } from '@event-platform/domain';
import pg from 'pg';
import t, { type Test } from 'tap';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { connectionFile } from '../../src/database/connection-file.ts';
import { startServerOf } from '../../src/database/embedded-server.ts';
import { migrateDatabase } from '../../src/database/migrate-database.ts';
import { sentencesOf } from '../../src/faults/start-up-fault.ts';
import { runProgram } from '../support/run-program.ts';
import { cleanUp, freePort, newFolder, startMain, type Variables } from '../support/service-process.ts';

/** What a start that fails prints; it is tried as `server.ts` does, which takes seconds of processor time. */
const messageOf = async (t: Test, variables: Variables): Promise<string> => {
  t.teardown(cleanUp);
  const config = readConfig({ DATA_DIR: newFolder(), ...variables });
  const server = startServerOf(config);
  t.teardown(() => server?.stop());
  const started = compose(config, (text) => t.fail(`prints ${text}`), false, { server });
  const message = await started.then(
    (service) => service.close().then(() => 'It started.'),
    (error) => `${sentencesOf(error)}\n`,
  );
  t.notMatch(message, /\n {4}at /, 'no stack');
  return message;
};

t.test('reports a data folder that cannot be written in one sentence', async (t) => {
  const DATA_DIR = join(import.meta.filename, 'data');
  t.match(await messageOf(t, { DATA_DIR }), /^\S+ cannot be written: .*\n$/);
});

t.test('reports an unreachable database in one sentence, without its password', async (t) => {
  const DATABASE_URL = `postgres://user:the-password@127.0.0.1:${await freePort()}/events`;
  t.teardown(cleanUp);
  const ended = await startMain('server.ts', { DATA_DIR: newFolder(), DATABASE_URL }).ended;
  t.match(ended, { code: 1, stdout: /^$/ });
  t.match(
    ended.stderr,
    /^DATABASE_URL: nothing listens on that host and port \(127\.0\.0\.1:\d+\/events\); start PostgreSQL there, or correct them\.\n$/,
  );
  t.notMatch(ended.stderr, /the-password|\n {4}at /, 'no password and no stack');
});

t.test('reports a database of a version before the first release, and how to start afresh', async (t) => {
  const DATA_DIR = newFolder();
  const dataDir = join(DATA_DIR, 'postgres');
  const database = await startEmbeddedPostgres({ dataDir });
  t.teardown(() => database.stop());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("create table migration as select '2026-11-21-1-people' as name");
  await client.end();
  t.match(
    await messageOf(t, { DATABASE_URL: database.url }),
    /^DATABASE_URL: the database postgres was made by a version before 0\.1\.0, .* createdb .*\.\n$/,
  );
  const embedded = `The database in ${dataDir} was made by a version before 0.1.0, and no migration leads from there: delete that folder to start afresh, without its events and accounts.\n`;
  connectionFile(DATA_DIR).write(database.url);
  t.match(await runProgram(migrateDatabase, { DATA_DIR }), { code: 1, stdout: '', stderr: embedded });
  await database.stop();
  t.equal(await messageOf(t, { DATA_DIR }), embedded);
});

t.test('reports all faults of the configuration at once', async (t) => {
  try {
    readConfig({ PORT: 'x', CURRENCY: 'y' });
    t.fail('the configuration is valid');
  } catch (error) {
    t.match(sentencesOf(error), /^The configuration has 2 faults:\n {2}PORT: .*\n {2}CURRENCY: .*\n/);
  }
});

t.test('a full disk is told apart from a database that does not respond', (t) => {
  const problem = { code: 'unavailable', retryAfterSeconds: 5 } as const;
  const cause = Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' });
  t.equal(
    sentencesOf(new DomainError(problem, { cause })),
    'The database cannot do that, for the disk of the server is full: make room on it, then try again.',
  );
  const late = Object.assign(new Error('canceled'), { code: '57014' });
  t.match(sentencesOf(new DomainError(problem, { cause: late })), /a statement took too long: try again\./);
  t.match(sentencesOf(new DomainError(problem)), /has no free connection/);
  t.end();
});
