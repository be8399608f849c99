import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import t from 'tap';
import { managersOf } from '../../src/activity/postgres-activity-store.ts';
import { openPool } from '../../src/connection/connection-pool.ts';
import type { Rows } from '../../src/database.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, now } = fixtures;
const database = await openTestPostgres(t);

t.test('managers are found by their ids, however many people there are', async (t) => {
  const { id, organizerId } = await addEvent(database.stores);
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url: database.url, size: 1 }) }),
  });
  t.teardown(() => db.destroy());
  const statement = managersOf([id], now);
  t.match((await statement.execute(db)).rows, [{ id, managerIds: [organizerId] }]);
  await sql`set enable_seqscan = off`.execute(db);
  const { rows } = await sql`explain (format json) ${statement}`.execute(db);
  t.match(JSON.stringify(rows), '"Relation Name":"app_user"');
  t.notMatch(JSON.stringify(rows), '"Node Type":"Seq Scan"');
});
