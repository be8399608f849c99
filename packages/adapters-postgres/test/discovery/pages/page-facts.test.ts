import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import t from 'tap';
import { openPool } from '../../../src/connection/connection-pool.ts';
import type { Rows } from '../../../src/database.ts';
import { eventChanges } from '../../../src/discovery/pages/event-changes.ts';
import { factsReader } from '../../../src/discovery/pages/page-facts.ts';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

const { addEvent, addUser, now } = fixtures;

t.test('counts at a version are read only where they are not known', async (t) => {
  const { stores, postgres, url, close } = await openTestPostgres();
  t.teardown(close);
  let statements = 0;
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url, size: 1 }) }),
    log: () => {
      statements += 1;
    },
  });
  t.teardown(() => db.destroy());
  const [one, two] = [await addEvent(stores), await addEvent(stores)];
  await stores.rsvps.answer(one.id, (await addUser(stores)).id, 'going', now);
  const facts = factsReader(db, eventChanges(), () => 0);
  const version = await postgres.snapshotVersions.current();
  const countsAt = async (...events: readonly (typeof one)[]) => {
    const before = statements;
    const counts = await facts.countsAt(
      version,
      events.map(({ id }) => id),
    );
    return { counts, statements: statements - before };
  };
  await countsAt();
  t.strictSame(await countsAt(one), { counts: [1], statements: 1 });
  t.strictSame(await countsAt(one), { counts: [1], statements: 0 });
  t.strictSame(await countsAt(one, two), { counts: [1, 0], statements: 1 });
  t.strictSame(await countsAt(one, two), { counts: [1, 0], statements: 0 });
});
