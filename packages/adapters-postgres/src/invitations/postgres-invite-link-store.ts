import { type EventId, type InviteLinkStore, invitationPolicy } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

const find = async (db: Database, event: EventId): Promise<string | null> => {
  const { rows } = await sql<{ token: string }>`/* invite-link-find */
    select token from invite_link where event_id = ${event}`.execute(db);
  return rows[0]?.token ?? null;
};

export const postgresInviteLinkStore = (db: Database): InviteLinkStore => ({
  find: (event) => find(db, event),
  tokenOf: async (event, fresh) => {
    const existing = await find(db, event);
    if (existing !== null) return existing;
    // Atomic: updating an existing token to itself makes the statement return it, also to the loser of a race.
    const { rows } = await sql<{ token: string }>`/* invite-link-token */
      insert into invite_link (event_id, token) values (${event}, ${fresh})
      on conflict (event_id) do update set token = invite_link.token
      returning token`.execute(db);
    return (rows[0] as { token: string }).token;
  },
  rotate: async (event, fresh) => {
    // The event is locked before the rows that refer to it, as when it is removed.
    await sql`/* invite-link-rotate */
      with events as materialized (select id from event where id = ${event} for key share),
      former_links as (
        select event_id, token from invite_link
        where event_id = ${event} and (select count(*) from events) >= 0 for update
      ),
      retirements as (
        insert into retired_token (token, event_id)
        select token, event_id from former_links
        where (
          select count(*) from (
            select from retired_token where event_id = ${event} limit ${invitationPolicy.retiredTokens}
          ) tokens
        ) < ${invitationPolicy.retiredTokens}
        on conflict do nothing
      )
      insert into invite_link (event_id, token)
      select ${event}, ${fresh} where (select count(*) from former_links) >= 0
      on conflict (event_id) do update set token = excluded.token`.execute(db);
  },
  join: async (event, user, at) => {
    // A removal that the locks waited for is not in the snapshot of the statement: the function reads with a
    // new one.
    const { rows } = await sql<{ is_new: boolean }>`/* invite-link-join */
      with events as materialized (
        select e.id from event e, app_user u where e.id = ${event} and u.id = ${user} and u.erased_at is null
        for key share of e, u
      ),
      removals as materialized (
        select g.user_id
        from (select count(*) as rows from events) locked,
          lateral removed_guests(array[${event}::uuid], array[${user}::uuid], locked.rows) g
      ),
      joins as (
        insert into link_join (event_id, user_id, joined_at)
        select id, ${user}, ${at} from events where not exists (select from removals)
        on conflict do nothing returning event_id
      )
      select exists (select from joins) as is_new
      from events where not exists (select from removals)`.execute(db);
    if (!rows[0]) return null;
    return rows[0].is_new ? 'joined' : 'repeated';
  },
});
