import type { SuppressionList } from '@event-platform/domain';
import type { Database } from '../database.ts';

export const postgresSuppressionList = (db: Database): SuppressionList => ({
  add: async (key, at) => {
    await db
      .insertInto('suppressed_mailbox')
      .values({ key, added_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  remove: async (key) => {
    await db.deleteFrom('suppressed_mailbox').where('key', '=', key).execute();
  },
  among: async (keys) => {
    if (keys.length === 0) return new Set();
    const rows = await db.selectFrom('suppressed_mailbox').select('key').where('key', 'in', keys).execute();
    return new Set(rows.map(({ key }) => key));
  },
});
