import type { EventDetail, EventId, UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { preparedStatement } from '../connection/prepared-statement.ts';
import type { Database } from '../database.ts';
import { type ListRow, listColumns, listJoins, toListItem } from '../events/event-rows.ts';
import { visibleTo } from '../events/visible-to.ts';

/** An event, the caller who reads it, and when. */
interface Asked {
  readonly id: EventId;
  readonly caller: UserId | null;
  readonly at: Date;
}

interface DetailRow extends ListRow {
  readonly nr: number;
  readonly template: string;
  readonly enabled_modules: readonly string[];
  readonly sequence: number;
  readonly updated_at: Date;
  readonly organizer_id: UserId;
  readonly organizer_name: string;
  readonly organizer_avatar: string | null;
  readonly booked_count: number;
  readonly booking_id: string | null;
  readonly quantity: number;
  readonly booked_at: Date;
}

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 20, batchScheduleFn: setImmediate } as const;

/**
 * Reads single events, public or not. Requests of one turn of the event loop share a statement, each with what its caller may
 * see. Nothing is cached. Most requests find a public event before, together with their session (ADR 0049).
 */
export const eventDetails = (db: Database): DataLoader<Asked, EventDetail | null> =>
  new DataLoader(async (asked) => {
    const rows = await statement(db, {
      ids: asked.map(({ id }) => id),
      callers: asked.map(({ caller }) => caller),
      times: asked.map(({ at }) => at),
    });
    const found = new Map(rows.map((row) => [row.nr, row]));
    return asked.map((_, index) => {
      const row = found.get(index + 1);
      return row ? toDetail(row) : null;
    });
  }, batch);

const caller = sql`asked.caller`;

const statement = preparedStatement<
  {
    readonly ids: readonly EventId[];
    readonly callers: readonly (UserId | null)[];
    readonly times: readonly Date[];
  },
  DetailRow
>({
  name: 'event-details',
  types: { ids: 'uuid[]', callers: 'uuid[]', times: 'timestamptz[]' },
  body: (given) => sql`
    asked as materialized (
      select * from unnest(${given('ids')}, ${given('callers')}, ${given('times')})
        with ordinality asked (id, caller, at, nr)
    )
    select asked.nr::int as nr, detail.* from asked, lateral (
      select ${listColumns(caller)}, e.template, e.enabled_modules, e.sequence, e.updated_at,
        o.id as organizer_id, o.name as organizer_name, o.avatar as organizer_avatar,
        (select coalesce(sum(b.quantity), 0)::int from booking b where b.event_id = e.id) as booked_count,
        b.id as booking_id, b.quantity, b.created_at as booked_at
      from event e ${listJoins} join app_user o on o.id = e.organizer_id
        left join booking b on b.event_id = e.id and b.user_id = ${caller}
      where e.id = asked.id and ${visibleTo(caller, sql`asked.at`)}
      limit 1
    ) detail`,
});

const toDetail = (row: DetailRow): EventDetail => ({
  ...toListItem(row),
  template: row.template,
  enabledModules: row.enabled_modules,
  sequence: row.sequence,
  updatedAt: row.updated_at,
  organizer: { id: row.organizer_id, name: row.organizer_name, avatar: row.organizer_avatar },
  bookedCount: row.booked_count,
  myBooking:
    row.booking_id === null ? null : { id: row.booking_id, quantity: row.quantity, createdAt: row.booked_at },
});
