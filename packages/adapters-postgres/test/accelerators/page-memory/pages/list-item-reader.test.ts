import type { EventId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Kysely, PostgresDialect } from 'kysely';
import t from 'tap';
import { eventChanges } from '../../../../src/accelerators/page-memory/changes/event-changes.ts';
import { listItemReader } from '../../../../src/accelerators/page-memory/pages/list-item-reader.ts';
import { openPool } from '../../../../src/connection/connection-pool.ts';
import type { Rows } from '../../../../src/database.ts';
import { openTestPostgres } from '../../../../test-support/open-test-postgres.ts';

const { addEvent, addUser, documentOf, newId, now } = fixtures;

t.test('events are read once until they change, counts and flags each time', async (t) => {
  const { stores, url } = await openTestPostgres(t);
  let statements = 0;
  const db = new Kysely<Rows>({
    dialect: new PostgresDialect({ pool: openPool({ url, size: 1 }) }),
    log: () => {
      statements += 1;
    },
  });
  t.teardown(() => db.destroy());
  const [one, two] = [await addEvent(stores), await addEvent(stores)];
  const ada = await addUser(stores);
  const readItems = listItemReader(db, eventChanges(), () => 0);
  const read = async (...ids: readonly EventId[]) => {
    const before = statements;
    const { items } = await readItems({ ids, events: null, caller: ada.id });
    return { items, statements: statements - before };
  };
  const first = await read(one.id, two.id);
  t.equal(first.statements, 1);
  t.match(first.items, [{ event: { id: one.id }, rsvpCount: 0 }, { event: { id: two.id } }]);
  await stores.rsvps.set(one.id, ada.id, 'going', now);
  await stores.saved.save(two.id, ada.id, now);
  const second = await read(two.id, one.id);
  t.equal(second.statements, 1);
  t.match(second.items, [
    { rsvpCount: 0, myRsvp: null, isSaved: true },
    { rsvpCount: 1, myRsvp: 'going', isSaved: false },
  ]);
  t.equal(second.items[1]?.event, first.items[0]?.event, 'the same object');
  const changes = { title: 'Renamed' };
  await stores.events.change(one.id, 0, changes, documentOf({ ...one, ...changes }), now);
  const third = await read(one.id, two.id);
  t.match(third.items[0], { event: { title: 'Renamed' }, rsvpCount: 1 });
  t.equal(third.items[1]?.event, first.items[1]?.event);
  t.equal(third.statements, 2, 'the changed event by a second one');
  await stores.events.change(two.id, 0, { visibility: 'private' }, documentOf(two), now);
  t.strictSame((await read(two.id, newId<'event'>() as EventId)).items, [null, null], 'hidden, unknown');
});
