import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../../test-support/open-test-postgres.ts';

/** What the triggers of events and counts record for processes that keep pages. */
const { addEvent, addUser, documentOf, someEvent } = fixtures;
const database = await openTestPostgres();
t.teardown(database.close);
const { query, stores } = database;

/** What the work adds to a log, in order; null stands for any event. */
const recordedBy = async (log: string, column: string, work: () => Promise<unknown>) => {
  await query(`truncate ${log}`);
  const [last] = await query<{ id: number }>(`select max(id)::int as id from ${log}`);
  await work();
  const rows = await query<{ value: string | null }>(
    `select ${column} as value from ${log} where id > ${last?.id} order by 1`,
  );
  return rows.map(({ value }) => value);
};
const changesBy = (work: () => Promise<unknown>) => recordedBy('event_change', 'category', work);
const changesOf = (statement: string) => changesBy(() => query(statement));

await t.test('records the places of listed events that come, go and change', async (t) => {
  await database.empty();
  const organizerId = (await addUser(stores)).id;
  const add = (title: string) => addEvent(stores, { organizerId, title, visibility: 'private' });
  t.strictSame(await changesBy(() => add('Hidden')), []);
  t.strictSame(await changesBy(() => addEvent(stores, { organizerId, title: 'Listed' })), ['music']);
  const set = (assignment: string, title = 'Listed') =>
    changesOf(`update event set ${assignment} where title = '${title}'`);
  t.strictSame(await set("category = 'arts'"), ['arts', 'music'], 'the former and the new place');
  t.strictSame(await set('price_minor = 7'), ['arts'], 'the place');
  t.strictSame(await set("is_live = false, sequence = 7, source_key = 'key'"), [], 'nothing that is shown');
  t.strictSame(await set("description = 'New'", 'Hidden'), []);
  t.strictSame(await set("visibility = 'public'", 'Hidden'), ['music']);
  t.strictSame(await set("status = 'cancelled'", 'Hidden'), ['music']);
  t.strictSame(await changesOf('delete from event'), ['arts']);
  t.strictSame(await changesOf("update category set emoji = '🎷' where slug = 'music'"), [null]);
});

await t.test('records more than a hundred events of one statement as any', async (t) => {
  await database.empty();
  const { id: organizerId } = await addUser(stores);
  const addMany = (count: number) => {
    const events = Array.from({ length: count }, () => someEvent(organizerId));
    return stores.events.addNew(events.map((event) => ({ event, document: documentOf(event) })));
  };
  t.strictSame(await changesBy(() => addMany(100)), ['music'], 'one place');
  t.strictSame(await changesOf('update event set capacity = 9'), ['music']);
  t.strictSame(await changesBy(() => addMany(101)), [null]);
  t.strictSame(await changesOf('update event set is_live = false'), []);
  t.strictSame(await changesOf('update event set capacity = 8'), [null]);
  t.strictSame(await changesOf('delete from event'), [null]);
  t.strictSame(await changesOf('delete from event'), []);
});

await t.test('records whose counts have changed', async (t) => {
  await database.empty();
  const [one, other] = [await addEvent(stores), await addEvent(stores)];
  const changes = (statement: string) => recordedBy('count_change', 'event_id', () => query(statement));
  t.strictSame(await changes(`update event_stats set going = 1 where event_id = '${one.id}'`), [one.id]);
  t.strictSame(await changes('delete from event'), [one.id, other.id]);
});

await t.test('records that entries of a log were deleted', async (t) => {
  for (const log of ['event_change', 'count_change']) {
    t.strictSame(await recordedBy(log, 'null', () => query(`delete from ${log}`)), [null]);
    await query(`truncate ${log}`);
    t.equal((await query(`select from ${log}`)).length, 1);
  }
});
