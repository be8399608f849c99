import type { Quotas } from '../../src/ports/requests/quotas.ts';
import { type Charge, limitFor, type Taking, takingOf } from '../../src/quotas/charge.ts';
import { after } from '../../src/time.ts';
import type { QuotaUse, Tables } from '../tables.ts';

type QuotaTables = Pick<Tables, 'quotas' | 'users'>;

const limitOf = ({ users }: QuotaTables, { limit }: Charge): number | null => {
  if (typeof limit === 'number') return limit;
  const account = users.get(limit.account);
  return account ? limitFor(account, limit) : null;
};

/** What counts in the budget of a charge at `at`, with `amount` more uses. */
const countAt = (row: QuotaUse | undefined, charge: Charge, at: Date, amount: number): QuotaUse => {
  if ('window' in charge) {
    const since = after(at, -charge.window);
    const uses = [
      ...(row?.uses ?? []).filter((use) => use > since),
      ...new Array<Date>(amount).fill(at),
    ].sort((one, other) => one.getTime() - other.getTime());
    return { taken: uses.length, until: after(uses[0] ?? at, charge.window), uses };
  }
  const { taken, until } = row && at < row.until ? row : { taken: 0, until: charge.until };
  return { taken: taken + amount, until, uses: [] };
};

/** Takes all charges or none, as `Quotas.takeAll` says. */
export const takeAll = <Of extends Charge>(
  tables: QuotaTables,
  charges: readonly Of[],
  at: Date,
): Taking<Of> => {
  const verdicts = charges.map((charge) => {
    const limit = limitOf(tables, charge);
    const row = limit === null ? undefined : tables.quotas.get(charge.key);
    const [before, next] = [countAt(row, charge, at, 0), countAt(row, charge, at, charge.amount)];
    return { charge, limit, before, next, isSpent: limit !== null && next.taken > limit };
  });
  const isTaken = verdicts.every(({ isSpent }) => !isSpent);
  return takingOf(
    verdicts.map(({ charge, limit, before, next, isSpent }) => {
      const isCounted = isTaken && limit !== null;
      if (isCounted) tables.quotas.set(charge.key, next);
      const { taken, until } = isCounted ? next : before;
      return { charge, limit, taken, until, isSpent };
    }),
  );
};

export const memoryQuotas = (tables: QuotaTables): Quotas => ({
  takeAll: async (charges, at) => takeAll(tables, charges, at),
  takeEach: async (groups, at) => groups.map((charges) => takeAll(tables, charges, at)),
  giveBack: async (key, amount) => {
    const row = tables.quotas.get(key);
    if (row) tables.quotas.set(key, { ...row, taken: Math.max(0, row.taken - amount) });
  },
  amountTaken: async (key) => tables.quotas.get(key)?.taken ?? 0,
  usesSince: async (key, since) => {
    const uses = (tables.quotas.get(key)?.uses ?? []).filter((use) => use > since);
    return { count: uses.length, oldest: uses[0] ?? null };
  },
});
