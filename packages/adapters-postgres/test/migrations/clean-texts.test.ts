import { Client } from 'pg';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { migrateUntil } from '../../test-support/migrate-until.ts';
import { openTestDatabase } from '../../test-support/test-database.ts';

t.test('texts of before come under the rules of today, all others stay', async (t) => {
  const database = await openTestDatabase();
  t.teardown(database.close);
  await migrateUntil(database.url, '2026-11-23-40-clean-texts');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  t.teardown(() => client.end());

  const clean = ['Święto 音楽 👩‍👧', 'Songs,\n\tand a lamp \u202eabc\u202c e\u0301', 'ul. Próżna 1\u200f'];
  const unclean = [
    '\u202eTwo\r\nlines\u0007 ',
    `One\r\ntwo\rthree\u0085four\u001b[2J${'\u0301'.repeat(40)}`,
    '\n\n',
  ];
  const cleaned = ['Two lines', `One\ntwo\nthree\nfour[2J${'\u0301'.repeat(30)}`, '-'];

  // More than a batch.
  await client.query(`insert into app_user (id, phone, name, username, bio, role, city, peaces_balance, created_at)
    select gen_random_uuid(), '+49' || n, 'Mira', 'mira' || n, 'Sings', 'user', 'Oslo', 0, now()
    from generate_series(1, 6000) n`);
  await client.query(
    `update app_user set name = $1, bio = $2, city = $3 where username in ('mira3', 'mira5999')`,
    unclean,
  );
  const add = (key: string, texts: readonly string[]) =>
    client.query(
      `insert into event (id, organizer_id, title, description, address, start_at, end_at, lat, lng, category,
        price_minor, visibility, status, template, enabled_modules, sequence, source_key, created_at, updated_at, words)
      select gen_random_uuid(), id, $2, $3, $4, now(), now() + interval '1 hour', 1, 1, 'music', 0, 'public', 'scheduled',
        'standard', '{}', 7, $1, now(), now(), 'word' from app_user where username = 'mira1'`,
      [key, ...texts],
    );
  await add('clean', clean);
  await add('unclean', unclean);
  await client.query(
    "insert into circle select gen_random_uuid(), id, $1, now() from app_user where username = 'mira1'",
    [unclean[0]],
  );

  const postgres = await openPostgres({ url: database.url });
  t.teardown(() => postgres.close());
  await postgres.migrate();

  const event = async (key: string) => {
    const { rows } = await client.query(
      'select title, description, address, sequence from event where source_key = $1',
      [key],
    );
    return Object.values(rows[0]);
  };
  t.strictSame(await event('clean'), [...clean, 7]);
  t.strictSame(await event('unclean'), [...cleaned, 7]);
  const people = await client.query('select distinct name, bio, city from app_user order by name');
  t.strictSame(people.rows, [
    { name: 'Mira', bio: 'Sings', city: 'Oslo' },
    { name: 'Two lines', bio: cleaned[1], city: '' },
  ]);
  t.strictSame((await client.query('select name from circle')).rows, [{ name: 'Two lines' }]);
});
