import t from 'tap';
import { moneyOf } from '../../../src/import/values/money.ts';

t.test('a long text beside an amount takes no time', async (t) => {
  const start = performance.now();
  for (const run of ['a', ' ', '. ', 'a '])
    t.strictSame(moneyOf(`EUR ${run.repeat(50_000)} - 12,50`, 'EUR'), { amount: 12.5, currency: 'EUR' });
  t.ok(performance.now() - start < 2_000);
});
