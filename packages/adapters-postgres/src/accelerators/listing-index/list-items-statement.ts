import type { EventId, EventOrganizer, RsvpState, UserId } from '@event-platform/domain';
import { preparedText } from '../../connection/prepared-text.ts';
import { snapshotVersionText } from '../../connection/snapshot-version.ts';
import { isListedText } from '../../discovery/find-page.ts';
import { type SummaryRow, summaryColumns } from '../../events/event-rows.ts';

/** Arrays of ids are texts, as PostgreSQL writes them: the driver would quote each id. */
export interface ListItemsValues {
  /** What the index shows, and the lowest transaction that may be missing in it. */
  readonly snapshot: string;
  readonly floor: string;
  /** The events that are not in memory. */
  readonly missingIds: string;
  /** The events whose RSVPs and bookings are counted. */
  readonly countedIds: string;
  /** The events of all callers' pages. */
  readonly ids: string;
  readonly callers: readonly UserId[];
  /** Where the events of each caller are among `ids`, counted from 1. */
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
}

export interface ListItemsRow {
  /** When the server was started. */
  readonly server: string;
  /** The snapshot by its name; null on a standby. */
  readonly version: string | null;
  /** Whether something has changed that the index does not show. */
  readonly is_changed: boolean;
  readonly items: readonly (SummaryRow & { readonly organizer: EventOrganizer })[] | null;
  /** Going, interested, booked and waiting of each event, separated by commas, -1 for one that is gone; null without events. */
  readonly counts: string | null;
  /** By the number of the caller, from 1. */
  readonly rsvps: readonly (readonly [number, EventId, RsvpState])[] | null;
  readonly saved: readonly (readonly [number, EventId])[] | null;
}

/** One row in JSON, which costs the driver less than rows of many columns. */
export const listItemsStatement = preparedText<keyof ListItemsValues, ListItemsRow>({
  name: 'list-items',
  types: {
    snapshot: 'pg_snapshot',
    floor: 'xid8',
    missingIds: 'uuid[]',
    countedIds: 'uuid[]',
    ids: 'uuid[]',
    callers: 'uuid[]',
    firsts: 'int[]',
    lasts: 'int[]',
  },
  text: `
select extract(epoch from pg_postmaster_start_time())::text as server, ${snapshotVersionText} as version,
  exists (select from event_change c where c.xid >= :floor and not pg_visible_in_snapshot(c.xid, :snapshot))
    or exists (select from forgotten_changes f where f.below > :floor) as is_changed,
  (
    select json_agg(item) from unnest(:missingIds) missing (id), lateral (
      select ${summaryColumns.replace(/\s+/g, ' ')}, json_build_object('id', o.id, 'name', o.name, 'avatar', o.avatar) as organizer
      from event e join category c on c.slug = e.category join app_user o on o.id = e.organizer_id
      where e.id = missing.id and ${isListedText}
      limit 1
    ) item
  ) as items,
  (
    select json_agg(json_build_array(caller.nr, r.event_id, r.state))
    from unnest(:callers, :firsts, :lasts) with ordinality caller (id, first, last, nr), lateral (
      select r.event_id, r.state from rsvp r
      where r.user_id = caller.id and r.event_id = any((:ids)[caller.first : caller.last]) offset 0
    ) r
  ) as rsvps,
  (
    select json_agg(json_build_array(caller.nr, v.event_id))
    from unnest(:callers, :firsts, :lasts) with ordinality caller (id, first, last, nr), lateral (
      select v.event_id from saved v
      where v.user_id = caller.id and v.event_id = any((:ids)[caller.first : caller.last]) offset 0
    ) v
  ) as saved,
  (
    select string_agg(coalesce(s.going || ',' || s.interested || ',' || s.booked || ',' || s.waiting, '-1,0,0,0'), ',' order by counted.nr)
    from unnest(:countedIds) with ordinality counted (id, nr) left join event_stats s on s.event_id = counted.id
  ) as counts
`,
});
