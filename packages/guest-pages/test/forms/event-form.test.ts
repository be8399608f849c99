import t from 'tap';
import { readEventForm } from '../../src/forms/event-form.ts';

const priceOf = (price: string): number => readEventForm({ price: [price] }, null, () => 'UTC').draft.price;

t.test('a price is read in either notation', async (t) => {
  for (const text of ['1234,50', '1.234,50', '1,234.50 €', '€ 1 234,50'])
    t.equal(priceOf(text), 1234.5, text);
  for (const text of ['-1', 'free', '1.2.3']) t.ok(Number.isNaN(priceOf(text)), text);
});

t.test('a price of many groups takes no time', async (t) => {
  const start = performance.now();
  t.ok(Number.isNaN(priceOf(`1${'.000'.repeat(50_000)}`)));
  t.ok(performance.now() - start < 500);
});
