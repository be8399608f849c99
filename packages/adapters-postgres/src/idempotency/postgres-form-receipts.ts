import type { FormReceipts } from '@event-platform/domain';
import type { Database } from '../database.ts';

/** The outcome of a key that is claimed. */
const noResponse = '';

export const postgresFormReceipts = (db: Database): FormReceipts => ({
  claim: async (key, at, until) => {
    const row = await db
      .insertInto('form_receipt')
      .values({ key, outcome: noResponse, until })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ outcome: noResponse, until })
          .where('form_receipt.until', '<=', at),
      )
      .returning('key')
      .executeTakeFirst();
    return row !== undefined;
  },
  release: async (key) => {
    await db.deleteFrom('form_receipt').where('key', '=', key).where('outcome', '=', noResponse).execute();
  },
  keep: async (key, outcome, until) => {
    await db
      .insertInto('form_receipt')
      .values({ key, outcome, until })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ outcome, until }).where('form_receipt.outcome', '=', noResponse),
      )
      .execute();
  },
  find: async (key, at) => {
    const receipt = await db
      .selectFrom('form_receipt')
      .select('outcome')
      .where('key', '=', key)
      .where('outcome', '!=', noResponse)
      .where('until', '>', at)
      .executeTakeFirst();
    return receipt?.outcome ?? null;
  },
});
