import t from 'tap';
import { migrations } from '../migrations/index.ts';
import { PrereleaseDatabase } from '../src/connection/connection-fault.ts';
import { openPostgres, type Postgres } from '../src/open-postgres.ts';
import { schemaDiff } from '../test-support/schema-diff.ts';
import { openTestClient, openTestDatabase } from '../test-support/test-database.ts';

const database = await openTestDatabase(t);
const client = await openTestClient(t, database.url);

await t.test('several processes may migrate at once, and again', async (t) => {
  const replicas = await Promise.all([1, 2, 3].map(() => openPostgres({ url: database.url })));
  t.teardown(() => Promise.all(replicas.map((replica) => replica.close())));
  const [replica] = replicas as [Postgres, Postgres, Postgres];
  const all = migrations.map(({ name }) => name);
  t.strictSame(await replica.pendingMigrations(), all);
  const tables = "select from pg_tables where schemaname = 'public'";
  t.equal((await client.query(tables)).rowCount, 0, 'nothing was changed by asking');
  const applied = await Promise.all(replicas.map((replica) => replica.migrate()));
  t.strictSame(
    applied.toSorted((one, other) => other.length - one.length),
    [all, [], []],
    'one migrates, the others wait for it',
  );
  t.strictSame(await replica.migrate(), []);
  t.strictSame(await replica.pendingMigrations(), []);
  const { rows } = await client.query('select name from migration order by id');
  t.strictSame(
    rows.map(({ name }) => name),
    all,
  );
  const categories = await replica.stores.categories.list();
  t.equal(categories.length, 14);
  t.strictSame(categories[0], { slug: 'arts', name: 'Arts & culture', emoji: '🎨' });
});

await t.test('a version works on the schema of a later one, and leaves it as it is', async (t) => {
  await client.query("insert into migration (name) values ('2099-01-01-1-later')");
  t.teardown(() => client.query("delete from migration where name like '2099%'"));
  const postgres = await openPostgres({ url: database.url });
  t.teardown(() => postgres.close());
  await postgres.check();
  t.strictSame(await postgres.migrate(), []);
});

await t.test('tables of a version before the first release are refused, and left as they are', async (t) => {
  const old = await openTestDatabase(t);
  const owner = await openTestClient(t, old.url);
  await owner.query('create table migration (id serial primary key, name text)');
  await owner.query("insert into migration (name) values ('2026-11-21-1-people'), ('2026-11-21-2-events')");
  const postgres = await openPostgres({ url: old.url });
  t.teardown(() => postgres.close());
  for (const use of [postgres.check, postgres.migrate, postgres.pendingMigrations])
    t.match(await use().catch((error) => error), new PrereleaseDatabase(new URL(old.url).pathname.slice(1)));
  t.equal((await owner.query("select from pg_tables where schemaname = 'public'")).rowCount, 1);
});

await t.test('the tables are those that the entities describe', async (t) => {
  t.equal(await schemaDiff(database.url), '');
});

await t.test('counts live in half-empty pages', async (t) => {
  const { rows } = await client.query("select reloptions from pg_class where relname = 'event_stats'");
  t.strictSame(rows[0], { reloptions: ['fillfactor=50'] });
});

await t.test('no index makes searches read a long list of words to be put in order', async (t) => {
  const { rows } = await client.query(`
    select c.relname as name, c.reloptions as options from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and c.relkind = 'i' order by c.relname`);
  const options = ['gin_pending_list_limit=128'];
  t.strictSame(rows, [
    { name: 'event_search_index', options },
    { name: 'event_tags_index', options },
  ]);
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
      time_zone: 'Europe/Berlin',
      is_time_zone_given: false,
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
    [
      'booking_quantity_check',
      `insert into booking values ('${event}', '${event}', '${user}', 0, now(), 'confirmed', null, 'c')`,
    ],
    [
      'booking_place_check',
      `insert into booking values ('${event}', '${event}', '${user}', 1, now(), 'waitlisted', null, 'c')`,
    ],
    ['event_stats_bookings_check', `insert into event_stats values ('${event}', 0, 0, -1)`],
    [
      'invitation_recipient_check',
      `insert into invitation values ('${event}', '${event}', 'email', '${user}', 'a@b.de', null, 't', null, 'pending',
        'none', 1, now(), now(), now())`,
    ],
    ['event_organizer_id_foreign', 'delete from app_user'],
  ] as const)
    t.match(await client.query(statement).catch((error) => error), { constraint });
});
