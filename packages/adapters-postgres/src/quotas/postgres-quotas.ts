import { type Charge, type Quotas, takingOf } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export const postgresQuotas = (db: Database): Quotas => {
  const takeEach: Quotas['takeEach'] = async (groups, at) => {
    const charges = groups.flatMap((group, party) => group.map((charge) => ({ charge, party })));
    const rows = (charges.length > 0 ? await take(db, charges, at) : []).values();
    return groups.map((group) =>
      takingOf(group.map((charge) => ({ charge, ...(rows.next().value as BudgetRow) }))),
    );
  };
  return {
    takeEach,
    takeAll: async (charges, at) => (await takeEach([charges], at))[0] ?? takingOf([]),
    giveBack: giveBackBatched(db),
    amountTaken: async (key) => {
      const uses = await db.selectFrom('quota_use').select('taken').where('key', '=', key).executeTakeFirst();
      return uses?.taken ?? 0;
    },
    usesSince: async (key, since) => {
      const { rows } = await sql<{ count: number; oldest: Date | null }>`/* quota-uses */
        select count(use)::int as count, min(use) as oldest
        from quota_use, unnest(uses) use where key = ${key} and use > ${since}`.execute(db);
      return rows[0] ?? { count: 0, oldest: null };
    },
  };
};

interface BudgetRow {
  readonly limit: number | null;
  readonly taken: number;
  readonly until: Date;
  readonly isSpent: boolean;
}

/** Takes the charges of each party together or not at all; a row for each charge, in their order. */
const take = async (
  db: Database,
  charges: readonly { readonly charge: Charge; readonly party: number }[],
  at: Date,
): Promise<readonly BudgetRow[]> => {
  const untilOf = (charge: Charge) =>
    'window' in charge ? new Date(at.getTime() + charge.window) : charge.until;
  const limits = charges.map(({ charge: { limit } }) =>
    typeof limit === 'number' ? { usual: limit } : limit,
  );
  const ofAccounts = limits.map((limit) => ('account' in limit ? limit : null));
  const { rows } = await sql<BudgetRow>`/* quota-take */
    select quota as "limit", taken, until, is_spent as "isSpent" from take_quotas(
      ${charges.map(({ charge }) => charge.key)}::text[],
      ${charges.map(({ party }) => party)}::int[],
      ${charges.map(({ charge }) => charge.amount)}::int[],
      ${limits.map(({ usual }) => usual)}::int[],
      ${charges.map(({ charge }) => untilOf(charge))}::timestamptz[],
      ${at}::timestamptz,
      ${charges.map(({ charge }) => ('window' in charge ? charge.window : null))}::int[],
      ${ofAccounts.map((limit) => limit?.account ?? null)}::uuid[],
      ${ofAccounts.map((limit) => limit?.young ?? null)}::int[],
      ${ofAccounts.map((limit) => limit?.youngSince ?? null)}::timestamptz[]
    )
    order by nr`.execute(db);
  return rows;
};

interface Return {
  readonly key: string;
  readonly amount: number;
}

/**
 * Every sign-in gives back to one daily quota, whose row is locked until the commit is on disk. Calls that arrive while
 * one statement does that share the next one.
 */
const giveBackBatched = (db: Database): Quotas['giveBack'] => {
  let inFlight: Promise<unknown> = Promise.resolve();
  const write = async (returns: readonly Return[]): Promise<readonly null[]> => {
    const amounts = new Map<string, number>();
    for (const { key, amount } of returns) amounts.set(key, (amounts.get(key) ?? 0) + amount);
    await sql`/* quota-give-back */
      with returns as materialized (
        select a.key, parameter.amount from quota_use a
        join unnest(${[...amounts.keys()]}::text[], ${[...amounts.values()]}::int[]) parameter (key, amount) using (key)
        order by a.key for no key update of a
      )
      update quota_use a set taken = greatest(0, a.taken - returns.amount) from returns where a.key = returns.key`.execute(
      db,
    );
    return returns.map(() => null);
  };
  const loader = new DataLoader<Return, null>(
    (returns) => {
      const statement = write(returns);
      inFlight = statement.catch(() => undefined);
      return statement;
    },
    { cache: false, batchScheduleFn: (begin) => void inFlight.then(() => setImmediate(begin)) },
  );
  return async (key, amount) => {
    await loader.load({ key, amount });
  };
};
