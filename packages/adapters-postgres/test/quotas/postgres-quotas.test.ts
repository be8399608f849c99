import { fixtures } from '@event-platform/domain/contracts';
import { Client } from 'pg';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { now } = fixtures;
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

t.test('a budget is kept until the span ends that its first charge began', async (t) => {
  const { stores, postgres } = await openTestPostgres(t);
  const take = async (amount: number, until: Date) =>
    (await stores.quotas.takeAll([{ key: 'mails', amount, limit: 5, until }], now)).refusal === null;
  t.ok(await take(3, later(1_000)));
  t.ok(await take(2, later(10)));
  await postgres.sweep(later(999));
  t.notOk(await take(1, later(1_000)), 'it is still spent');
  await postgres.sweep(later(1_000));
  t.ok(await take(5, later(2_000)), 'it is forgotten');
});

t.test('charges beside sweeps, over two replicas, stay within the limits and lose nothing', async (t) => {
  const { url, stores, postgres, query } = await openTestPostgres(t);
  const other = await openPostgres({ url });
  t.teardown(other.close);
  const limits = { a: 9, b: 14, c: 40 } as const;
  const at = later(1_000);
  for (let round = 0; round < 5; round += 1) {
    // Spans that have ended: each charge begins a new one, unless a sweep deletes it first.
    await query(
      `insert into quota_use (key, taken, until) select key, 5, $1 from unnest('{a,b,c}'::text[]) key
      on conflict (key) do update set taken = 5, until = excluded.until`,
      [now],
    );
    const charges = (index: number) => {
      const all = Object.entries(limits).map(([key, limit]) => ({
        key,
        amount: 1,
        limit,
        until: later(2_000),
      }));
      return index % 3 ? all.slice(0, 2) : all.toReversed();
    };
    const takings = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { quotas } = (index % 2 ? postgres : other).stores;
        if (index % 7 === 0) await postgres.sweep(at);
        return quotas.takeAll(charges(index), at);
      }),
    );
    const granted = takings.filter(({ refusal }) => refusal === null);
    t.equal(granted.length, limits.a);
    for (const key of Object.keys(limits)) {
      const outcomes = granted.filter(({ budgets }) => budgets.some(({ charge }) => charge.key === key));
      t.equal(await stores.quotas.amountTaken(key), outcomes.length, key);
    }
  }
});

t.test('a charge that waited for a budget that was swept begins a new span', async (t) => {
  const { url, stores, query } = await openTestPostgres(t);
  const charge = { key: 'mails', amount: 2, limit: 5, until: later(1_000) };
  await stores.quotas.takeAll([charge], now);
  const sweeper = new Client({ connectionString: url });
  await sweeper.connect();
  await sweeper.query('begin');
  await sweeper.query('delete from quota_use');
  const taking = stores.quotas.takeAll([{ ...charge, until: later(9_000) }], later(2_000));
  while ((await query('select from pg_locks where not granted')).length === 0);
  await sweeper.query('commit');
  await sweeper.end();
  t.match(await taking, { refusal: null, budgets: [{ taken: 2, until: later(9_000) }] });
  t.equal(await stores.quotas.amountTaken('mails'), 2);
});

t.test('counts change in pages with room for them', async (t) => {
  const { query } = await openTestPostgres(t);
  const options = await query("select reloptions from pg_class where relname = 'quota_use'");
  t.strictSame(options, [{ reloptions: ['fillfactor=50'] }]);
});
