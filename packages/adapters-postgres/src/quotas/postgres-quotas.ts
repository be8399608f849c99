import type { Quotas } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type CountedUse, countUse, spentOf } from './use-quota.ts';

export const postgresQuotas = (db: Database): Quotas => ({
  take: async (key, amount, limit, until) => {
    const taken = await sql`/* quota-take */
      insert into quota_use (key, taken, until)
      select ${key}, ${amount}::int, ${until}::timestamptz where ${amount}::int <= ${limit}::int
      on conflict (key) do update
        set taken = quota_use.taken + excluded.taken, until = greatest(quota_use.until, excluded.until)
        where quota_use.taken + excluded.taken <= ${limit}::int
      returning key`.execute(db);
    return taken.rows.length > 0;
  },
  takeEach: async (keys, limit, until) => {
    if (keys.length === 0) return new Set();
    // In the order of their keys, so that parallel calls cannot deadlock.
    const { rows } = await sql<{ key: string }>`
      insert into quota_use (key, taken, until)
      select key, 1, ${until}::timestamptz from unnest(${[...keys]}::text[]) key where ${limit}::int >= 1 order by key
      on conflict (key) do update
        set taken = quota_use.taken + 1, until = greatest(quota_use.until, excluded.until)
        where quota_use.taken < ${limit}::int
      returning key`.execute(db);
    return new Set(rows.map(({ key }) => key));
  },
  giveBack: giveBackBatched(db),
  use: async (user, quota, at) => {
    const { rows } = await sql<CountedUse>`/* quota-use */
      with known as (select),
      ${countUse(user, quota, at)}
      select quota, used, until from counted`.execute(db);
    return spentOf(rows[0]);
  },
  taken: async (key) => {
    const found = await db.selectFrom('quota_use').select('taken').where('key', '=', key).executeTakeFirst();
    return found?.taken ?? 0;
  },
});

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
      with back as materialized (
        select a.key, given.amount from quota_use a
        join unnest(${[...amounts.keys()]}::text[], ${[...amounts.values()]}::int[]) given (key, amount) using (key)
        order by a.key for no key update of a
      )
      update quota_use a set taken = greatest(0, a.taken - back.amount) from back where a.key = back.key`.execute(
      db,
    );
    return returns.map(() => null);
  };
  const loader = new DataLoader<Return, null>(
    (returns) => {
      const writing = write(returns);
      inFlight = writing.catch(() => undefined);
      return writing;
    },
    { cache: false, batchScheduleFn: (begin) => void inFlight.then(() => setImmediate(begin)) },
  );
  return async (key, amount) => {
    await loader.load({ key, amount });
  };
};
