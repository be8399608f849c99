import type { Quotas } from '../../src/ports/requests/quotas.ts';
import type { SpanCharge } from '../../src/quotas/charge.ts';
import { after, day } from '../../src/time.ts';
import { now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'quotas', 'unitOfWork'>;

const until = after(now, day);

const charge = (key: string, amount = 1, limit = 5): SpanCharge => ({ key, amount, limit, until });

/** Whether one charge is taken. */
const take = async (quotas: Quotas, key: string, amount: number, limit: number, at = now) =>
  (await quotas.takeAll([charge(key, amount, limit)], at)).refusal === null;

/** Charges to spans, as {@link Quotas.takeAll} says. */
export const quotasContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'takes up to the limit, all or nothing', async (t, { stores: { quotas } }) => {
    t.equal(await take(quotas, 'a', 3, 5), true);
    t.equal(await take(quotas, 'a', 3, 5), false);
    t.equal(await take(quotas, 'a', 2, 5), true);
    t.equal(await take(quotas, 'b', 6, 5), false);
    t.equal(await take(quotas, 'b', 5, 5), true, 'a refused call took nothing');
    t.equal(await take(quotas, 'c', 1, 0), false);
    t.strictSame(await quotas.takeAll([], now), { refusal: null, budgets: [] });
  });

  await example(
    t,
    'tells of each budget, and of the first that is spent',
    async (t, { stores: { quotas } }) => {
      const [one, two, three] = [charge('a', 2), charge('b', 5), { ...charge('c', 4), name: 'third' }];
      const useOf = (of: SpanCharge, amount: number, isSpent = false) => ({
        charge: of,
        limit: 5,
        taken: amount,
        until,
        isSpent,
      });
      t.strictSame(await quotas.takeAll([three, one, two], now), {
        refusal: null,
        budgets: [useOf(three, 4), useOf(one, 2), useOf(two, 5)],
      });
      const refused = await quotas.takeAll([one, three, two], now);
      t.strictSame(refused, {
        refusal: useOf(three, 4, true),
        budgets: [useOf(one, 2), useOf(three, 4, true), useOf(two, 5, true)],
      });
      t.equal(refused.refusal?.charge, three, 'the very charge');
      t.equal(await quotas.amountTaken('a'), 2, 'none was taken');
    },
  );

  await example(
    t,
    'begins a span with the first use after the last one',
    async (t, { stores: { quotas } }) => {
      const use = async (at: Date) => {
        const { refusal, budgets } = await quotas.takeAll(
          [{ ...charge('a', 2, 4), until: after(at, day) }],
          at,
        );
        return [refusal === null, budgets[0]?.taken, budgets[0]?.until];
      };
      t.strictSame(await use(now), [true, 2, until]);
      t.strictSame(await use(after(until, -1)), [true, 4, until]);
      t.strictSame(await use(after(until, -1)), [false, 4, until]);
      const later = after(until, 3 * day);
      t.strictSame(await use(later), [true, 2, after(later, day)]);
      t.strictSame(await use(after(later, 1)), [true, 4, after(later, day)]);
      t.strictSame(await use(after(later, day - 1)), [false, 4, after(later, day)]);
      t.strictSame(await use(after(later, day)), [true, 2, after(later, 2 * day)]);
    },
  );

  await example(t, 'gives back, never below zero', async (t, { stores: { quotas } }) => {
    await take(quotas, 'a', 5, 5);
    await quotas.giveBack('a', 2);
    t.equal(await take(quotas, 'a', 3, 5), false);
    t.equal(await take(quotas, 'a', 2, 5), true);
    await quotas.giveBack('a', 99);
    t.equal(await take(quotas, 'a', 6, 5), false);
    t.equal(await take(quotas, 'a', 5, 5), true);
    t.equal(await take(quotas, 'a', 1, 5), false);
    await quotas.giveBack('never-taken', 1);
    t.equal(await take(quotas, 'never-taken', 6, 5), false);
    t.equal(await take(quotas, 'never-taken', 5, 5), true);
  });

  await example(t, 'takes from and gives back to this budget alone', async (t, { stores: { quotas } }) => {
    await quotas.takeAll([charge('a', 5), charge('b', 5)], now);
    await quotas.giveBack('a', 3);
    t.equal(await take(quotas, 'b', 1, 5), false);
    t.equal(await take(quotas, 'c', 5, 5), true);
    t.equal(await take(quotas, 'a', 3, 5), true);
  });

  await example(t, 'takes each group of charges by itself', async (t, { stores: { quotas } }) => {
    const takeEach = async (limit: number, ...groups: readonly (readonly string[])[]) => {
      const takings = await quotas.takeEach(
        groups.map((keys) => keys.map((key) => charge(key, 1, limit))),
        now,
      );
      return takings.map(({ refusal }) => refusal?.charge.key ?? null);
    };
    t.strictSame(await takeEach(2), []);
    await take(quotas, 'spent', 2, 2);
    await take(quotas, 'half', 1, 2);
    t.strictSame(await takeEach(2, ['half', 'new'], ['other', 'spent'], ['last']), [null, 'spent', null]);
    t.strictSame(await takeEach(2, ['other'], ['spent'], ['half']), [null, 'spent', 'half']);
    t.strictSame(await takeEach(2, ['new', 'last'], ['other']), [null, null]);
    t.strictSame(await takeEach(2, ['new'], ['last'], ['other']), ['new', 'last', 'other']);
    t.strictSame(await takeEach(3, ['spent', 'new']), [null], 'by the limit of this call');
    t.strictSame(await takeEach(0, ['zero']), ['zero']);
    t.equal(await take(quotas, 'zero', 5, 5), true);
  });

  await example(t, 'takes one from each for parallel callers', async (t, { stores: { quotas } }) => {
    const keys = ['a', 'b', 'c', 'd'];
    const outcomes = await concurrently(12, (index) =>
      quotas.takeEach(
        (index % 2 ? keys : keys.toReversed()).map((key) => [charge(key)]),
        now,
      ),
    );
    const granted = outcomes
      .flat()
      .flatMap(({ refusal, budgets }) => (refusal ? [] : [budgets[0]?.charge.key]));
    for (const key of keys) t.equal(granted.filter((each) => each === key).length, 5, key);
  });

  await example(t, 'grants no more than the limit to parallel callers', async (t, { stores: { quotas } }) => {
    const granted = await concurrently(20, (index) => take(quotas, index % 2 ? 'a' : 'b', 1, 7));
    t.equal(granted.filter(Boolean).length, 14);
    await concurrently(12, (index) => quotas.giveBack(index % 2 ? 'a' : 'b', 1));
    for (const key of ['a', 'b']) {
      t.equal(await take(quotas, key, 7, 7), false);
      t.equal(await take(quotas, key, 6, 7), true, 'what parallel callers gave back');
    }
  });

  await example(t, 'takes overlapping charges in full or not at all', async (t, { stores: { quotas } }) => {
    const limits: Readonly<Record<string, number>> = { a: 9, b: 14, c: 40, d: 11, e: 25 };
    const names = Object.keys(limits);
    const calls = Array.from({ length: 50 }, (_, index) => {
      const keys = names.filter((_, nth) => (index * 7 + nth * 3) % 5 < 3);
      const sorted = index % 2 ? keys : keys.toReversed();
      return sorted.map((key) => charge(key, 1 + (index % 3), limits[key]));
    });
    const outcomes = await concurrently(50, async (index) => ({
      charges: calls[index] ?? [],
      ...(await quotas.takeAll(calls[index] ?? [], now)),
    }));
    for (const { charges, refusal, budgets } of outcomes) {
      const spent = budgets.filter(({ taken, limit, charge }) => taken + charge.amount > (limit ?? 0));
      if (refusal) t.ok(spent.includes(refusal), 'one with too little left refused');
      t.strictSame(
        budgets.map((budget) => budget.charge.key),
        charges.map(({ key }) => key),
      );
    }
    for (const key of names) {
      const amounts = outcomes.flatMap(({ charges, refusal }) =>
        refusal ? [] : charges.filter((each) => each.key === key).map(({ amount }) => amount),
      );
      const sum = amounts.reduce((one, other) => one + other, 0);
      t.equal(await quotas.amountTaken(key), sum, `${key} is charged by those that were taken, in full`);
      t.ok(sum > 0 && sum <= (limits[key] ?? 0), `${key} is within its limit`);
    }
    t.ok(outcomes.some(({ refusal }) => refusal));
  });

  await example(t, 'tells what is taken', async (t, { stores: { quotas } }) => {
    t.equal(await quotas.amountTaken('a'), 0);
    await take(quotas, 'a', 3, 5);
    await take(quotas, 'a', 3, 5);
    await take(quotas, 'b', 1, 5);
    t.equal(await quotas.amountTaken('a'), 3);
    await quotas.giveBack('a', 2);
    t.equal(await quotas.amountTaken('a'), 1);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { quotas } = adapters.stores;
    await take(quotas, 'given', 5, 5);
    await rolledBack(t, adapters, async (inside) => {
      await take(inside.quotas, 'taken', 5, 5);
      await inside.quotas.takeEach([[charge('each', 1, 1)]], now);
      await inside.quotas.giveBack('given', 5);
    });
    t.equal(await take(quotas, 'taken', 5, 5), true);
    t.equal(await take(quotas, 'each', 1, 1), true);
    t.equal(await take(quotas, 'given', 1, 5), false);
  });

  await example(t, 'takes overlapping charges in parallel units of work', async (t, adapters) => {
    const { quotas } = adapters.stores;
    const keys = ['a', 'b', 'c'];
    const outcomes = await concurrently(12, (index) =>
      adapters.unitOfWork.run(async (inside) => {
        const order = index % 2 ? keys : keys.toReversed();
        const { refusal } = await inside.quotas.takeAll(
          order.map((key) => charge(key, 1, 7)),
          now,
        );
        return refusal === null;
      }),
    );
    t.equal(outcomes.filter(Boolean).length, 7);
    for (const key of keys) t.equal(await quotas.amountTaken(key), 7);
  });
};
