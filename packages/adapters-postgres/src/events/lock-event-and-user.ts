import type { EventId, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the event's `id` if the event exists and the user has an account, and locks both against removal until the
 * transaction ends. Without it the foreign keys would lock them last, in the opposite order of a removal.
 */
export const lockEventAndUser = (event: EventId, user: UserId): RawBuilder<unknown> => sql`
  select e.id from event e, app_user u where e.id = ${event} and u.id = ${user} and u.erased_at is null
  for key share of e, u`;

/**
 * True, once the rows of the common table expression `locked` are locked: a part of a statement that has this condition
 * takes its own locks after them. An event is locked before the rows that refer to it, as when it is removed.
 */
export const isLocked: RawBuilder<boolean> = sql`(select count(*) from locked) >= 0`;

/**
 * Selects the mark of a user who was removed from the event. `locked` names a common table expression with
 * {@link lockEventAndUser}: a removal that it waited for is seen, though the statement began before.
 */
export const removalOf = (
  event: EventId | RawBuilder<unknown>,
  user: UserId,
  locked: string,
): RawBuilder<unknown> => sql`
  select g.* from (select count(*) as rows from ${sql.ref(locked)}) locked, lateral removed_guests(
    array[${event}::uuid], array[${user}::uuid], locked.rows
  ) g`;
