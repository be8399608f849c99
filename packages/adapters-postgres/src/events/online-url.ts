import type { UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/** Where the event `e` is online, for callers who may know it: the domain's `maySeeOnlineUrl` in SQL; null for all others. */
export const onlineUrlFor = (caller: UserId | RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`case
    when e.online_url is not null and (
      e.organizer_id = ${caller}
      or exists (
        select from rsvp r where r.event_id = e.id and r.user_id = ${caller} and r.state = 'going'
      )
      or exists (select from event_admin a where a.event_id = e.id and a.user_id = ${caller})
    ) then e.online_url end`;
