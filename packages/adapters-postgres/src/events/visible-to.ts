import type { UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the caller sees the event `e`: the domain's `maySee` in SQL. An anonymous caller (null, also as a value in
 * the database) sees public events only.
 */
export const visibleTo = (
  caller: UserId | RawBuilder<unknown> | null,
  at: Date | RawBuilder<unknown>,
): RawBuilder<boolean> =>
  caller === null
    ? sql<boolean>`e.visibility = 'public'`
    : sql<boolean>`(
      e.visibility = 'public' or e.organizer_id = ${caller} or e.visibility = 'private' and ${tiedTo(caller, at)})`;

/** Whether anything ties the caller to the event `e`. */
export const tiedTo = (
  caller: UserId | RawBuilder<unknown>,
  at: Date | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
      e.organizer_id = ${caller}
      or exists (select from event_admin a where a.event_id = e.id and a.user_id = ${caller})
      or exists (
        select from invitation i
        where i.event_id = e.id and i.kind = 'user' and i.user_id = ${caller}
          and (i.state = 'accepted' or i.state = 'pending' and i.expires_at > ${at})
      )
      or exists (
        select from invitation i
        where i.event_id = e.id and i.accepted_by = ${caller} and i.state = 'accepted'
      )
      or exists (select from link_join j where j.event_id = e.id and j.user_id = ${caller})
      or exists (select from rsvp r where r.event_id = e.id and r.user_id = ${caller})
      or exists (select from booking b where b.event_id = e.id and b.user_id = ${caller})
    )`;

/** The comment that names a statement with {@link visibleTo} in it: its text differs for an anonymous caller. */
export const statementName = (name: string, caller: UserId | null): RawBuilder<unknown> =>
  sql.raw(`/* ${name}${caller === null ? '-anonymous' : ''} */`);
