import type { InviteLinkStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { isLocked, lockEventAndUser, removalOf } from '../events/lock-event-and-user.ts';
import { keepsRetired } from './retired-tokens.ts';

export const postgresInviteLinkStore = (db: Database): InviteLinkStore => ({
  tokenOf: async (event, fresh) => {
    // Atomic: updating an existing token to itself makes the statement return it, also to the loser of a race.
    const { rows } = await sql<{ token: string }>`
      insert into invite_link (event_id, token) values (${event}, ${fresh})
      on conflict (event_id) do update set token = invite_link.token
      returning token`.execute(db);
    return (rows[0] as { token: string }).token;
  },
  rotate: async (event, fresh) => {
    await sql`
      with locked as materialized (select id from event where id = ${event} for key share),
      former as (select event_id, token from invite_link where event_id = ${event} and ${isLocked} for update),
      retired as (
        insert into retired_token (token, event_id)
        select token, event_id from former where ${keepsRetired(sql`select ${event}::uuid`)}
        on conflict do nothing
      )
      insert into invite_link (event_id, token)
      select ${event}, ${fresh} where (select count(*) from former) >= 0
      on conflict (event_id) do update set token = excluded.token`.execute(db);
  },
  join: async (event, user, at) => {
    const { rows } = await sql<{ joined: boolean }>`
      with known as materialized (${lockEventAndUser(event, user)}),
      removed as materialized (${removalOf(event, user, 'known')}),
      joined as (
        insert into link_join (event_id, user_id, joined_at)
        select id, ${user}, ${at} from known where not exists (select from removed)
        on conflict do nothing returning event_id
      )
      select exists (select from joined) as joined from known where not exists (select from removed)`.execute(
      db,
    );
    if (!rows[0]) return null;
    return rows[0].joined ? 'joined' : 'repeated';
  },
});
