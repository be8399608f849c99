import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import t from 'tap';
import { openPool } from '../../src/connection/connection-pool.ts';
import type { Rows } from '../../src/database.ts';
import { remindersDue } from '../../src/notices/postgres-event-timers.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, now } = fixtures;
const minute = 60_000;
const database = await openTestPostgres(t);
const { query, stores } = database;

t.test('due reminders are found by the start, however many events there are', async (t) => {
  const event = await addEvent(stores);
  const columns = (
    await query<{ name: string }>(
      `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as name
       from information_schema.columns
       where table_name = 'event' and is_generated = 'NEVER' and column_name not in ('id', 'start_at', 'end_at', 'visibility')`,
    )
  )[0]?.name;
  await query(
    `insert into event (id, start_at, end_at, visibility, ${columns})
     select gen_random_uuid(), $2::timestamptz + n * interval '1 minute', $2::timestamptz + (n + 1) * interval '1 minute',
       case when n % 2 = 0 then 'public' else 'private' end, ${columns}
     from event, generate_series(1, 10000) n where id = $1`,
    [event.id, now],
  );
  await query('insert into event_stats select id, 1, 0 from event on conflict do nothing');
  await query('insert into reminder_offset values (15), (60), (10080) on conflict do nothing');
  await query('analyze');
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url: database.url, size: 1 }) }),
  });
  t.teardown(() => db.destroy());
  const reminders = remindersDue(new Date(now.getTime() - 2 * minute), now);
  const { rows } = await sql`explain (analyze, format json) ${reminders}`.execute(db);
  const plan = JSON.stringify(rows);
  t.match(plan, '"event_start_index"');
  t.match(plan, '"event_private_start_index"');
  const read = [...plan.matchAll(/"Relation Name":"event".*?"Actual Rows":([\d.]+)/g)].map(([, count]) =>
    Number(count),
  );
  t.ok(read.length >= 2 && Math.max(...read) <= 4, `${read} rows`);
  t.notMatch(plan, /"Seq Scan"[^{]*"Relation Name":"event"/);
  t.ok((await reminders.execute(db)).rows.length >= 8, 'two minutes, and four lengths that are in reach');
});
