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
