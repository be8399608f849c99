import { fixtures } from '@event-platform/domain/contracts';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { now } = fixtures;
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

t.test('a budget is kept as long as the longest of its takes', async (t) => {
  const { stores, postgres, close } = await openTestPostgres();
  t.teardown(close);
  t.ok(await stores.quotas.take('mails', 3, 5, later(1_000)));
  t.ok(await stores.quotas.take('mails', 2, 5, later(10)));
  await postgres.sweep(later(999));
  t.notOk(await stores.quotas.take('mails', 1, 5, later(1_000)), 'it is still spent');
  await postgres.sweep(later(1_000));
  t.ok(await stores.quotas.take('mails', 5, 5, later(2_000)), 'it is forgotten');
});
