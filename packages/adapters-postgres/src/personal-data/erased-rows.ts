import type { UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database, Rows } from '../database.ts';

type PersonColumn = {
  [Table in keyof Rows]: readonly [Table, keyof Rows[Table], outlives?: 'outlives'];
}[keyof Rows];

/**
 * What an erasure deletes by a column alone, in the order in which other writers lock; `outlives` what is kept for a new
 * account of the phone, where it can be found.
 */
const personColumns: readonly PersonColumn[] = [
  ['series_rsvp', 'user_id'],
  ['event_admin', 'user_id'],
  ['saved', 'user_id'],
  ['answer', 'user_id'],
  ['bring_claim', 'user_id'],
  ['invitation', 'user_id'],
  ['invitation', 'accepted_by'],
  ['link_join', 'user_id'],
  ['removed_guest', 'user_id', 'outlives'],
  ['blocked_user', 'user_id'],
  ['blocked_user', 'blocked_id', 'outlives'],
  ['calendar_feed', 'user_id'],
  ['report', 'reporter_id'],
  ['report', 'target_id'],
  ['notice', 'user_id'],
  ['notice_settings', 'user_id'],
  ['former_manager', 'user_id'],
  ['guest_list', 'user_id'],
  ['stored_response', 'user_id'],
  ['own_write', 'user_id'],
];

/** @param isKept whether a new account of the phone can be found by what outlives this one */
export const deleteRowsOf = async (db: Database, user: UserId, isKept: boolean): Promise<void> => {
  for (const [table, person, outlives] of personColumns)
    if (!(isKept && outlives))
      await sql`delete from ${sql.table(table)} where ${sql.ref(person)} = ${user}`.execute(db);
};
