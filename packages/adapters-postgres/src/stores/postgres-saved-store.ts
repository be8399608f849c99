import type { SavedStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { lockEventAndUser } from './lock-event-and-user.ts';

export const postgresSavedStore = (db: Database): SavedStore => ({
  save: async (event, user, at) => {
    const { rows } = await sql`/* saved-save */
      with known as (${lockEventAndUser(event, user)}),
      added as (
        insert into saved (event_id, user_id, saved_at) select id, ${user}, ${at} from known
        on conflict do nothing
      )
      select from known`.execute(db);
    return rows.length > 0;
  },
  unsave: async (event, user) => {
    const removed = await db
      .deleteFrom('saved')
      .where('event_id', '=', event)
      .where('user_id', '=', user)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  },
});
