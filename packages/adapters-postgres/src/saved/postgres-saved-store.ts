import type { SavedStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export const postgresSavedStore = (db: Database): SavedStore => ({
  save: async (event, user, at) => {
    // Event and user are locked before the row that refers to them, in the order of the statements that
    // remove them.
    const { rows } = await sql`/* saved-save */
      with events as (
        select e.id from event e, app_user u where e.id = ${event} and u.id = ${user} and u.erased_at is null
        for key share of e, u
      ),
      insertions as (
        insert into saved (event_id, user_id, saved_at) select id, ${user}, ${at} from events
        on conflict do nothing
      )
      select from events`.execute(db);
    return rows.length > 0;
  },
  unsave: async (event, user) => {
    const deletion = await db
      .deleteFrom('saved')
      .where('event_id', '=', event)
      .where('user_id', '=', user)
      .executeTakeFirst();
    return deletion.numDeletedRows > 0n;
  },
});
