import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { migrations } from '../../adapters-postgres/migrations/index.ts';
import { openTestDatabase } from '../../adapters-postgres/test-support/test-database.ts';
import { migrateDatabase } from '../src/database/migrate-database.ts';
import { runProgram } from './support/run-program.ts';
import { cleanUp, newFolder, startMain } from './support/service-process.ts';

t.teardown(cleanUp);

t.test('says what it would apply, and what it applied', async (t) => {
  const database = await openTestDatabase(t);
  const migrate = (...args: readonly string[]) =>
    runProgram(migrateDatabase, { DATABASE_URL: database.url }, args);
  const list = migrations.map(({ name }) => `  ${name}\n`).join('');
  t.match(await migrate('--dry-run'), {
    code: 0,
    stdout: `To be applied:\n${list}Nothing was changed: PostgreSQL of DATABASE_URL.\n`,
    stderr: '',
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  t.equal((await client.query("select from pg_tables where schemaname = 'public'")).rowCount, 0);
  await client.end();
  const current = 'The schema is up to date: PostgreSQL of DATABASE_URL.\n';
  t.match(await migrate(), { code: 0, stdout: `Applied:\n${list}${current}`, stderr: '' });
  for (const args of [['--dry-run'], []])
    t.match(await migrate(...args), { code: 0, stdout: current, stderr: '' });
});

t.test('asks for no embedded database, and for no other arguments', async (t) => {
  const DATA_DIR = join(newFolder(), 'data');
  t.match(await runProgram(migrateDatabase, { DATA_DIR }, ['--dry-run']), {
    code: 0,
    stdout: `There is no database in ${join(DATA_DIR, 'postgres')} yet: it would be made with all tables.\n`,
  });
  t.notOk(existsSync(DATA_DIR));
  t.match(await startMain('migrate.ts', { DATA_DIR }, ['--dryrun']).ended, {
    code: 2,
    stdout: '',
    stderr: /^Usage: npm run migrate/,
  });
});
