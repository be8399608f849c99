import type { Allowances } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from './database.ts';

export const postgresAllowances = (db: Database): Allowances => ({
  take: async (key, amount, limit, until) => {
    const taken = await sql`/* allowance-take */
      insert into allowance (key, taken, until)
      select ${key}, ${amount}::int, ${until}::timestamptz where ${amount}::int <= ${limit}::int
      on conflict (key) do update
        set taken = allowance.taken + excluded.taken, until = greatest(allowance.until, excluded.until)
        where allowance.taken + excluded.taken <= ${limit}::int
      returning key`.execute(db);
    return taken.rows.length > 0;
  },
  giveBack: async (key, amount) => {
    await sql`update allowance set taken = greatest(0, taken - ${amount}::int) where key = ${key}`.execute(
      db,
    );
  },
});
