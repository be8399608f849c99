import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

t.setTimeout(120_000);
const { now } = fixtures;
const database = await openTestPostgres();
t.teardown(database.close);
const { postgres, query, stores } = database;
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const day = 86_400_000;

await t.test('sweeping deletes expired quotas, call windows and form receipts', async (t) => {
  await stores.quotas.take('old', 1, 5, later(-1));
  await stores.quotas.take('new', 1, 5, later(1));
  await postgres.callWindows.record([{ key: 'old', limit: 5 }], later(-day), 1_000);
  await postgres.callWindows.record([{ key: 'new', limit: 5 }], now, 1_000);
  await postgres.formReceipts.keep('old', 'going', now);
  await postgres.formReceipts.keep('new', 'going', later(1));
  await postgres.sweep(now);
  const kept = ['allowance', 'call_window', 'form_receipt'].map((table) => `select key from ${table}`);
  t.strictSame(await query(kept.join(' union all ')), [{ key: 'new' }, { key: 'new' }, { key: 'new' }]);
});

await t.test('sweeping forgets changes of events by the hour, and says that there were some', async (t) => {
  await query('truncate event_change');
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const kept = () => query('select category from event_change order by id');
  const add = (category: string, hours: number) =>
    query('insert into event_change (category, at) values ($1, $2)', [category, at(hours)]);
  await query('update event_change set at = $1', [now]);
  await add('food', 1.5);
  await postgres.sweep(now);
  t.strictSame(await kept(), [{ category: null }, { category: 'food' }], 'not yet');
  await query('update event_change set at = $1 where category is null', [at(2.5)]);
  await add('music', 0.5);
  await postgres.sweep(now);
  t.strictSame(await kept(), [{ category: 'music' }, { category: null }]);
  await postgres.sweep(now);
  t.equal((await kept()).length, 2, 'and adds nothing when nothing goes');
});
