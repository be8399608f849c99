import type { EventId, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the event's `id` if the event exists and the user has an account, and locks both against removal until the
 * transaction ends. Without it the foreign keys would lock them last, in the opposite order of a removal.
 */
export const lockEventAndUser = (event: EventId, user: UserId): RawBuilder<unknown> => sql`
  select e.id from event e, app_user u where e.id = ${event} and u.id = ${user} and u.erased_at is null
  for key share of e, u`;
