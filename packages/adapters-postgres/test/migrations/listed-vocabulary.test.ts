import { Client } from 'pg';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { migrateUntil } from '../../test-support/migrate-until.ts';
import { openTestDatabase } from '../../test-support/test-database.ts';

t.test('words learnt before stay where a listed event holds them', async (t) => {
  const database = await openTestDatabase();
  t.teardown(database.close);
  await migrateUntil(database.url, '2026-11-23-45-listed-vocabulary');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  t.teardown(() => client.end());

  await client.query(`insert into app_user (id, phone, name, username, bio, role, city, peaces_balance, created_at)
    values (gen_random_uuid(), '+49151', '', 'mira', '', 'user', '', 0, now())`);
  const long = 'x'.repeat(30);
  const add = (visibility: string, words: string) =>
    client.query(
      `insert into event (id, organizer_id, title, description, address, start_at, end_at, lat, lng, category,
        price_minor, visibility, status, template, enabled_modules, sequence, created_at, updated_at, words)
      select gen_random_uuid(), id, '-', '', '', now(), now() + interval '1 hour', 1, 1, 'music', 0, $1, 'scheduled',
        'standard', '{}', 0, now(), now(), $2 from app_user`,
      [visibility, words],
    );
  await add('public', `concert lantern ${long}`);
  await add('private', 'secret lantern');
  for (const word of ['concert', 'lantern', long, 'secret', 'forgotten'])
    await client.query('insert into vocabulary (word, deletions) values ($1, array[$1])', [word]);

  const postgres = await openPostgres({ url: database.url });
  t.teardown(() => postgres.close());
  await postgres.migrate();
  await postgres.sweep(new Date());
  const { rows } = await client.query(
    'select word, cardinality(deletions) as deletions from vocabulary order by word',
  );
  t.strictSame(rows, [
    { word: 'concert', deletions: 1 },
    { word: 'lantern', deletions: 1 },
    { word: long, deletions: 0 },
  ]);
});
