import type { EventId, ListedEvent, UserId } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import {
  type InterestRow,
  ownSummaryColumns,
  type SummaryRow,
  toEventSummary,
} from '../events/event-rows.ts';

/**
 * Reads what lists show of events: the events, their counts and what the caller has to do with them. In the order of `ids`;
 * those that are not `isShown` of the event `e` any more are left out.
 */
export const readItems = async (
  db: Database,
  ids: readonly EventId[],
  caller: UserId | null,
  isShown: RawBuilder<boolean>,
): Promise<readonly ListedEvent[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<SummaryRow & InterestRow>`
    select ${sql.raw(ownSummaryColumns)}, s.going + s.interested as rsvp_count, r.state as my_rsvp,
      v.event_id is not null as is_saved
    from unnest(${ids}::uuid[]) with ordinality page (id, nr)
      join event e on e.id = page.id
      join category c on c.slug = e.category
      join event_stats s on s.event_id = e.id
      left join rsvp r on r.event_id = e.id and r.user_id = ${caller}
      left join saved v on v.event_id = e.id and v.user_id = ${caller}
    where ${isShown}
    order by page.nr`.execute(db);
  return rows.map((row) => ({
    event: toEventSummary(row),
    rsvpCount: row.rsvp_count,
    myRsvp: row.my_rsvp,
    isSaved: row.is_saved,
  }));
};
