import { Client } from 'pg';
import t, { type Test } from 'tap';
import { migrations } from '../../migrations/index.ts';
import { openPostgres } from '../../src/open-postgres.ts';
import { runMigrations } from '../../src/run-migrations.ts';
import { openTestDatabase } from '../../test-support/test-database.ts';

const baseline = '2026-11-24-1-baseline';
const user = '018f0000-0000-7000-8000-000000000001';
const guest = '018f0000-0000-7000-8000-000000000002';
const eventId = (number: number) => `018f0000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`;

/** As 0.1.0 adds an event. */
const addEvent = (client: Client, number: number, capacity: number | null = null) =>
  client.query(
    `insert into event (id, organizer_id, title, description, start_at, end_at, address, lat, lng, time_zone,
       is_time_zone_given, category, price_minor, capacity, visibility, status, template, enabled_modules, sequence, created_at, updated_at, words)
     values ($1, $2, 'Lantern concert', '', now() + interval '1 day', now() + interval '2 days', 'Berlin', 52.5, 13.4,
       'Europe/Berlin', false, 'music', 0, $3, 'public', 'scheduled', 'standard', '{}', 0, now(), now(), 'lantern:1A concert:2A')`,
    [eventId(number), user, capacity],
  );

/** A database that 0.1.0 has served. */
const servedDatabase = async (t: Test) => {
  const database = await openTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const postgres = await openPostgres({ url: database.url });
  t.teardown(async () => {
    await postgres.close();
    await client.end();
    await database.close();
  });
  await runMigrations(database.url, new URL(database.url).pathname.slice(1), [baseline]);
  for (const [id, phone] of [
    [user, '+4915112345678'],
    [guest, '+4915112345679'],
  ])
    await client.query("insert into app_user values ($1, $2, '', $2, null, '', 'user', '', 0, now(), null)", [
      id,
      phone,
    ]);
  return { client, postgres, url: database.url };
};

t.test('a database that 0.1.0 serves is brought up to date, and 0.1.0 still writes to it', async (t) => {
  const { client, postgres } = await servedDatabase(t);
  await addEvent(client, 0, 3);
  await client.query('insert into event_stats select id, 0, 0 from event');
  const book = (id: string, person: string, quantity: number, minute: number) =>
    client.query(`insert into booking values ($1, $2, $3, $4, '2026-11-24T12:0${minute}:00Z')`, [
      id,
      eventId(0),
      person,
      quantity,
    ]);
  await book(eventId(50), guest, 2, 2);
  await book(eventId(51), user, 2, 1);
  const picture = 'https://pics.example:8443/a@b.png?x=@';
  await client.query('update event set cover_url = $1', [
    'https://ada:se@cret@pics.example:8443/a@b.png?x=@',
  ]);
  await client.query('update app_user set avatar = $1 where id = $2', [picture, user]);
  await client.query("update app_user set avatar = 'HTTP://ada@pics.example' where id = $1", [guest]);

  await client.query(
    "update event set title = 'Дні здоровʼя 2️⃣0️⃣', words = '''дні'':1A ''здоровʼя'':1A' where id = $1",
    [eventId(0)],
  );

  await client.query("update event set time_zone = 'europe/BERLIN' where id = $1", [eventId(0)]);
  await client.query("insert into category values ('live-music', 'Live music', '📌')");

  t.strictSame(
    await postgres.migrate(),
    migrations.slice(1).map(({ name }) => name),
  );
  const { rows: folded } = await client.query(
    "select words @@ '''здоров'':A & ''я'':A & ''20'':A' as is_found, words @@ '''здоровʼя''' as is_former from event where id = $1",
    [eventId(0)],
  );
  t.strictSame(folded, [{ is_found: true, is_former: false }], 'words are folded as those that are typed');
  const { rows: zones } = await client.query('select time_zone from event where id = $1', [eventId(0)]);
  t.strictSame(zones, [{ time_zone: 'Europe/Berlin' }]);
  const { rows: imported } = await client.query('select slug from category where is_imported');
  t.strictSame(imported, [{ slug: 'live-music' }], 'what imports made of keywords is known as such');
  const { rows: bookings } = await client.query(
    "select user_id, status, place, code ~ '^[\\w-]{22}$' as has_code from booking order by created_at",
  );
  t.strictSame(bookings, [
    { user_id: user, status: 'confirmed', place: null, has_code: true },
    { user_id: guest, status: 'waitlisted', place: '2', has_code: true },
  ]);
  const { rows: stats } = await client.query(
    'select booked, waiting, last_place from event_stats where event_id = $1',
    [eventId(0)],
  );
  t.strictSame(stats, [{ booked: 2, waiting: 1, last_place: '2' }]);

  const { rows: pictures } = await client.query(
    'select cover_url as url from event union all (select avatar from app_user order by id = $1)',
    [user],
  );
  t.strictSame(pictures, [{ url: picture }, { url: 'HTTP://pics.example' }, { url: picture }]);

  await addEvent(client, 4);
  await client.query('insert into event_stats values ($1, 0, 0)', [eventId(4)]);
  await client.query("insert into rsvp values ($1, $2, 'going', null, now())", [eventId(4), guest]);
  const { rows: added } = await client.query(
    'select max_per_booking, has_waitlist, booked from event join event_stats s on s.event_id = event.id where id = $1',
    [eventId(4)],
  );
  t.strictSame(added, [{ max_per_booking: 10, has_waitlist: true, booked: 0 }], 'what 0.1.0 writes is whole');
});

t.test('a migration waits for a table without making others wait', async (t) => {
  const { client, postgres, url } = await servedDatabase(t);
  await addEvent(client, 0);
  const reader = new Client({ connectionString: url });
  await reader.connect();
  t.teardown(() => reader.end());
  await client.query('begin');
  await client.query('update event set title = title');
  const migrating = postgres.migrate();
  let isOver = false;
  void migrating.finally(() => {
    isOver = true;
  });
  // Each attempt gives up by itself, so that others pass.
  let isWaiting = false;
  for (let ends = 0; ends < 2; ) {
    const { rows } = await reader.query(
      "select from pg_locks where mode = 'AccessExclusiveLock' and not granted",
    );
    if (isWaiting && rows.length === 0) ends += 1;
    isWaiting = rows.length > 0;
  }
  await reader.query('select count(*) from event');
  t.notOk(isOver, 'it waits for the transaction that changes an event');
  await client.query('commit');
  t.ok((await migrating).includes('2026-11-24-9-keys'));
});

t.test('what waits in the queues of pg-boss is carried over, and what 0.1.0 queues later, too', async (t) => {
  const { client, postgres, url } = await servedDatabase(t);
  const isOfPgBoss = ({ name }: { name: string }) => name !== baseline && !name.includes('one-outbox');
  const names = migrations.filter(isOfPgBoss).map(({ name }) => name);
  await runMigrations(url, new URL(url).pathname.slice(1), names);
  // The columns that are read of its table of jobs.
  await client.query(`
    create schema jobs;
    create type jobs.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table jobs.job (id uuid not null, name text not null, data jsonb, state jobs.job_state not null default 'created',
      retry_count int not null default 0, group_id text, start_after timestamptz not null default now(),
      created_on timestamptz not null default now(), started_on timestamptz, heartbeat_on timestamptz, output jsonb,
      source_name text, source_created_on timestamptz, source_retry_count int, source_output jsonb)`);
  const at = '2026-11-26T12:00:00.000Z';
  const change = { id: eventId(1), kind: 'rsvp.changed', eventId: eventId(0), userId: guest, actorId: null };
  const whole = { ...change, data: { status: 'going' }, at, dueAt: at };
  const jobs = [
    { id: eventId(10), name: 'invitation-mail', data: { invitationId: eventId(2), sending: 1 } },
    {
      ...{ id: eventId(11), name: 'notices', state: 'retry', retry_count: 2, group_id: eventId(0) },
      ...{ data: { change: whole }, start_after: '2026-11-28T00:00:00Z', output: { error: 'RangeError' } },
    },
    { id: eventId(12), name: 'notices', data: { change: { ...whole, kind: 'reminder.due' } } },
    { id: eventId(13), name: 'webhooks', data: { changes: [whole] } },
    {
      ...{ id: eventId(14), name: 'notice-mails-dead', source_name: 'notice-mails', source_retry_count: 22 },
      ...{ data: { noticeId: eventId(3), invitationId: eventId(4) }, source_output: { error: 'Error' } },
    },
    // Done, in progress, and of a worker that died.
    { id: eventId(15), name: 'invitation-mail', data: {}, state: 'completed' },
    { id: eventId(16), name: 'invitation-mail', data: {}, state: 'active', heartbeat_on: 'now' },
    {
      ...{ id: eventId(17), name: 'invitation-mail', state: 'active', heartbeat_on: at },
      data: { invitationId: eventId(5), sending: 2 },
    },
  ];
  const queue = (entries: readonly object[]) =>
    client.query(
      `insert into jobs.job
       select j.id, j.name, j.data, coalesce(j.state, 'created'), coalesce(j.retry_count, 0), j.group_id,
         coalesce(j.start_after, now()), now(), j.started_on, j.heartbeat_on, j.output, j.source_name,
         j.source_created_on, j.source_retry_count, j.source_output
       from json_populate_recordset(null::jobs.job, $1) j`,
      [JSON.stringify(entries)],
    );
  await queue(jobs);
  const delivery = { deliveryId: eventId(6), webhookId: eventId(7), attempt: 3 };
  await client.query(
    `insert into outbox (id, kind, user_id, data, at, due_at) values ($1, 'delivery.due', $2, $3, now(), 'tomorrow')`,
    [eventId(20), user, delivery],
  );
  await postgres.migrate();
  const waiting = async () => {
    const { rows } = await client.query(
      `select right(id::text, 2) as id, queue, kind, data, share, tries, error, due_at = 'infinity' as is_dead from outbox
       order by id`,
    );
    return rows;
  };
  t.match(await waiting(), [
    { id: '01', queue: 'changes', kind: 'rsvp.changed', data: { status: 'going' }, is_dead: false },
    { id: '10', queue: 'invitation-mail', kind: null, data: { sending: 1 }, tries: 0 },
    { id: '11', queue: 'notices', share: eventId(0), tries: 2, error: 'RangeError', is_dead: false },
    { id: '12', queue: 'reminders', tries: 0 },
    { id: '14', queue: 'notice-mails', tries: 22, error: 'Error', is_dead: true },
    { id: '17', queue: 'invitation-mail', data: { sending: 2 } },
    {
      ...{ id: '20', queue: 'webhook-deliveries', kind: null, share: eventId(7) },
      data: { deliveryId: eventId(6), attempt: 3 },
    },
  ]);
  await queue([{ id: eventId(18), name: 'invitation-mail', data: { invitationId: eventId(8), sending: 1 } }]);
  await postgres.sweep(new Date());
  t.equal((await waiting()).length, 8);
  const { rows } = await client.query('select right(id::text, 2) as id from jobs.job order by id');
  t.strictSame(rows, [{ id: '15' }, { id: '16' }], 'what is done, or in progress, stays');
});
