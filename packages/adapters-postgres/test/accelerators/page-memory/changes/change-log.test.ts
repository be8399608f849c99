import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../../../test-support/open-test-postgres.ts';

/** What the triggers record of changes of events, for processes that keep pages. */
const { addEvent, addUser, documentOf, someEvent } = fixtures;
const database = await openTestPostgres(t);
const { query, stores } = database;

/** The categories of the changes that the work records, in order; null stands for a change of any event. */
const changesBy = async (work: () => Promise<unknown>): Promise<readonly (string | null)[]> => {
  await query('truncate event_change');
  const [last] = await query<{ id: number }>('select max(id)::int as id from event_change');
  await work();
  const rows = await query<{ category: string | null; event_id: string | null }>(
    `select category, event_id from event_change where id > ${last?.id} order by 1`,
  );
  for (const row of rows) t.equal(row.event_id === null, row.category === null);
  return rows.map(({ category }) => category);
};
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
  t.strictSame(await changesBy(() => addMany(100)), Array(100).fill('music'));
  t.strictSame(await changesOf('update event set capacity = 9'), Array(100).fill('music'));
  t.strictSame(await changesBy(() => addMany(101)), [null]);
  t.strictSame(await changesOf('update event set is_live = false'), []);
  t.strictSame(await changesOf('update event set capacity = 8'), [null]);
  t.strictSame(await changesOf('delete from event'), [null]);
  t.strictSame(await changesOf('delete from event'), []);
});

await t.test('records that entries of a log were deleted', async (t) => {
  t.strictSame(await changesOf('delete from event_change'), [null]);
  await query('truncate event_change');
  t.equal((await query('select from event_change')).length, 1);
});
