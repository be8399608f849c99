import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import { Client } from 'pg';
import t from 'tap';
import { migrations } from '../migrations/index.ts';
import { openPool } from '../src/connection/connection-pool.ts';
import { cellOf } from '../src/discovery/geo/cell-covering.ts';
import { mapperOptions } from '../src/mapper-options.ts';
import { openPostgres } from '../src/open-postgres.ts';
import { openTestDatabase } from '../test-support/test-database.ts';

const database = await openTestDatabase();
t.teardown(database.close);
const client = new Client({ connectionString: database.url });
await client.connect();
t.teardown(() => client.end());

await t.test('several processes may migrate at once, and again', async (t) => {
  const replicas = await Promise.all([1, 2, 3].map(() => openPostgres({ url: database.url })));
  t.teardown(() => Promise.all(replicas.map((replica) => replica.close())));
  await Promise.all(replicas.map((replica) => replica.migrate()));
  await replicas[0]?.migrate();
  const { rows } = await client.query('select name from migration order by id');
  t.strictSame(
    rows.map(({ name }) => name),
    migrations.map(({ name }) => name),
  );
  const categories = await replicas[0]?.stores.categories.list();
  t.equal(categories?.length, 14);
  t.strictSame(categories?.[0], { slug: 'arts', name: 'Arts & culture', emoji: '🎨' });
});

await t.test('the tables are those that the entities describe', async (t) => {
  const dialect = new PostgresDialect({ pool: openPool({ url: database.url, size: 1 }) });
  const dbName = new URL(database.url).pathname.slice(1);
  const orm = new MikroORM({ ...mapperOptions(dialect), dbName });
  t.teardown(() => orm.close());
  t.equal((await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim(), '');
});

await t.test('the table numbers cells as the search for them does', async (t) => {
  for (const [lat, lng] of [
    [0, 0],
    [52.52, 13.405],
    [-33.86, 151.2],
    [90, 180],
    [-90, -180],
    [89.99, -0.01],
  ] as const) {
    const { rows } = await client.query('select listing_cell($1, $2) as cell', [lat, lng]);
    t.equal(rows[0].cell, cellOf(lat, lng), `${lat}, ${lng}`);
  }
});

await t.test('counts live in half-empty pages', async (t) => {
  const { rows } = await client.query("select reloptions from pg_class where relname = 'event_stats'");
  t.strictSame(rows[0], { reloptions: ['fillfactor=50'] });
});

await t.test('no index makes searches read a long list of words to be put in order', async (t) => {
  const leaves = async () => {
    const { rows } = await client.query(`
      select c.relname as name, c.reloptions as options from pg_class c join pg_am a on a.oid = c.relam
      where a.amname = 'gin' and c.relkind = 'i' order by c.relname`);
    return rows;
  };
  const expected = [
    'event_words_ended_words_idx',
    'event_words_live_words_idx',
    'vocabulary_deletions_index',
  ].map((name) => ({ name, options: ['gin_pending_list_limit=128'] }));
  t.strictSame(await leaves(), expected);
  await client.query('select rebuild_event_words()');
  t.strictSame(await leaves(), expected, 'nor once it was made anew');
});

await t.test('statements of the version before find their tables under the former names', async (t) => {
  await client.query(
    "insert into listing_tally (cell, category, listed, live) values (7, 'music', 1, 1), (7, 'music', 2, 1)",
  );
  await client.query(`with taken as (delete from listing_tally where cell = 7 returning listed, live)
    insert into listing_tally (cell, category, listed, live) select 7, 'music', sum(listed), sum(live) from taken`);
  const { rows } = await client.query('delete from listing_counter where cell = 7 returning listed, live');
  t.strictSame(rows, [{ listed: 3, live: 2 }]);
  await client.query('set enable_seqscan = off');
  for (const name of ['time_between_meridians', 'time_longitude_box']) {
    const plan = await client.query(`explain select from event e
      where e.visibility = 'public' and e.status = 'scheduled'
        and (e.start_at at time zone 'UTC')::date < (e.end_at at time zone 'UTC')::date
        and ${name}(e.start_at, e.end_at, e.lng, e.lng) && ${name}(now(), now(), 1, 2)`);
    t.match(JSON.stringify(plan.rows), /event_ongoing_for_days_index/, name);
  }
  await client.query('reset enable_seqscan');
  t.equal((await client.query('select from event_words_over')).rowCount, 0);
  const take = (amount: number) =>
    client.query(
      `insert into allowance (key, taken, until) values ('former', $1, now())
       on conflict (key) do update set taken = allowance.taken + excluded.taken, until = excluded.until
         where allowance.taken + excluded.taken <= 5
       returning key`,
      [amount],
    );
  for (const [amount, taken] of [
    [2, 1],
    [3, 1],
    [1, 0],
  ] as const)
    t.equal((await take(amount)).rowCount, taken);
  await client.query(`with back as materialized (
      select a.key, given.amount from allowance a join (values ('former', 4)) given (key, amount) using (key)
      order by a.key for no key update of a
    ) update allowance a set taken = greatest(0, a.taken - back.amount) from back where a.key = back.key`);
  const left = await client.query("delete from quota_use where key = 'former' returning taken");
  t.strictSame(left.rows, [{ taken: 1 }]);
});

await t.test('the database refuses what must never be', async (t) => {
  const user = '018f0000-0000-7000-8000-000000000001';
  const event = '018f0000-0000-7000-8000-000000000002';
  await client.query(
    `insert into app_user values ($1, '+4915112345678', '', 'Ada', null, '', 'user', '', 0, now(), null)`,
    [user],
  );
  const add = (changes: Record<string, unknown> = {}) => {
    const row = {
      id: event,
      organizer_id: user,
      title: 'Lantern concert',
      description: '',
      start_at: '2026-06-01T18:00:00Z',
      end_at: '2026-06-01T20:00:00Z',
      address: 'Berlin',
      lat: 52.5,
      lng: 13.4,
      category: 'music',
      price_minor: 0,
      visibility: 'public',
      status: 'scheduled',
      template: 'standard',
      enabled_modules: [],
      sequence: 0,
      source_key: 'one',
      created_at: '2026-06-01T12:00:00Z',
      updated_at: '2026-06-01T12:00:00Z',
      words: '',
      ...changes,
    };
    const columns = Object.keys(row).join(', ');
    return client.query(
      `insert into event (${columns}) select ${columns} from json_populate_record(null::event, $1)`,
      [JSON.stringify(row)],
    );
  };
  await add();
  const other = { id: '018f0000-0000-7000-8000-000000000003' };
  for (const [constraint, changes] of [
    ['event_pkey', { source_key: 'two' }],
    ['event_source_key_unique', other],
    ['event_span_check', { ...other, end_at: '2026-06-01T18:00:00Z' }],
    ['event_lat_check', { ...other, lat: 90.1 }],
    ['event_lng_check', { ...other, lng: -180.1 }],
    ['event_price_check', { ...other, price_minor: -1 }],
    ['event_capacity_check', { ...other, capacity: 0 }],
    ['event_visibility_check', { ...other, visibility: 'secret' }],
    ['event_status_check', { ...other, status: 'over' }],
    ['event_category_foreign', { ...other, category: 'unknown', source_key: null }],
    ['event_organizer_id_foreign', { ...other, organizer_id: other.id, source_key: null }],
  ] as const)
    t.match(await add(changes).catch((error) => error), { constraint });

  for (const [constraint, statement] of [
    [
      'app_user_username_unique',
      "insert into app_user values (gen_random_uuid(), '+1', '', 'ADA', null, '', 'user', '', 0, now(), null)",
    ],
    [
      'app_user_phone_unique',
      "insert into app_user values (gen_random_uuid(), '+4915112345678', '', 'b', null, '', 'user', '', 0, now(), null)",
    ],
    [
      'app_user_role_check',
      "insert into app_user values (gen_random_uuid(), '+2', '', 'c', null, '', 'boss', '', 0, now(), null)",
    ],
    ['rsvp_state_check', `insert into rsvp values ('${event}', '${user}', 'perhaps', null, now())`],
    ['event_stats_check', `insert into event_stats values ('${event}', -1, 0)`],
    ['booking_quantity_check', `insert into booking values ('${event}', '${event}', '${user}', 0, now())`],
    [
      'invitation_recipient_check',
      `insert into invitation values ('${event}', '${event}', 'email', '${user}', 'a@b.de', null, 't', null, 'pending',
        'none', 1, now(), now(), now())`,
    ],
    ['event_organizer_id_foreign', 'delete from app_user'],
  ] as const)
    t.match(await client.query(statement).catch((error) => error), { constraint });
});
