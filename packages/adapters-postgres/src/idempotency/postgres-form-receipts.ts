import type { FormReceipts } from '@event-platform/domain';
import type { Database } from '../database.ts';

export const postgresFormReceipts = (db: Database): FormReceipts => ({
  keep: async (key, outcome, until) => {
    await db
      .insertInto('form_receipt')
      .values({ key, outcome, until })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  find: async (key, at) => {
    const kept = await db
      .selectFrom('form_receipt')
      .select('outcome')
      .where('key', '=', key)
      .where('until', '>', at)
      .executeTakeFirst();
    return kept?.outcome ?? null;
  },
});
