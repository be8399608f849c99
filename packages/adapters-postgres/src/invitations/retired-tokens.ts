import { invitationPolicy } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/**
 * Whether each of these events keeps further replaced tokens. Not correlated: one count serves all rows of a statement.
 * @param events a query of event ids
 */
export const keepsRetired = (events: RawBuilder<unknown>): RawBuilder<boolean> => {
  const most = sql.lit(invitationPolicy.retiredTokens);
  return sql`not exists (
    select from (${events}) known (id)
    where (select count(*) from (select from retired_token where event_id = known.id limit ${most}) kept) >= ${most}
  )`;
};
