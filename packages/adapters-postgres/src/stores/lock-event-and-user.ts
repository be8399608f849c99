import type { EventId, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/**
 * The event's `id` if it is there and the person has an account, with both held against removal until the
 * statement that is about to refer to them is committed. Without it the foreign keys would lock them last, and
 * in the way of whoever is removing them.
 */
export const lockEventAndUser = (event: EventId, user: UserId): RawBuilder<unknown> => sql`
  select e.id from event e, app_user u where e.id = ${event} and u.id = ${user} and u.erased_at is null
  for key share of e, u`;
