import type { EventId, RsvpState, UserId } from '@event-platform/domain';
import { preparedText } from '../../../connection/prepared-text.ts';
import { snapshotText } from '../../../connection/snapshot-text.ts';
import type { Database } from '../../../database.ts';
import { type SummaryRow, summaryColumns } from '../../../events/event-rows.ts';
import type { EventChange } from '../changes/event-changes.ts';
import { statementText } from '../statements/statement-text.ts';

/** More changes at once come from work on many events: comparing with them all would cost more than reading anew. */
export const maxChanges = 500;

/** No ids, as PostgreSQL writes them. */
export const noIds = '{}';

/** Arrays of ids are texts, as PostgreSQL writes them: the driver would quote each id. */
export interface ListItemsValues {
  /** The lowest transaction whose changes may be missing in memory; null when none are. */
  readonly floor: string | null;
  /** The events that are not in memory. */
  readonly missingIds: string;
  /** The events whose RSVPs are counted. */
  readonly countedIds: string;
  /** The events of all callers' pages. */
  readonly ids: string;
  readonly callers: readonly UserId[];
  /** Where the events of each caller are among `ids`, counted from 1. */
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
}

type ChangeRow = readonly [
  id: number,
  xid: string,
  event: EventId | null,
  category: string,
  lat: number | null,
  lng: number | null,
  startAt: number,
  endAt: number,
  words: string | null,
];

export interface ListItemsRow {
  readonly snapshot: string;
  readonly changes: readonly ChangeRow[] | null;
  /** Absent, like the caller's, where nothing was asked. */
  readonly items?: readonly SummaryRow[] | null;
  /** Separated by commas, -1 for an event that is gone; null without events. */
  readonly counts: string | null;
  /** By the number of the caller, from 1. */
  readonly rsvps?: readonly (readonly [number, EventId, RsvpState])[] | null;
  readonly saved?: readonly (readonly [number, EventId])[] | null;
}

export const eventChangesOf = ({ changes }: ListItemsRow): readonly EventChange[] =>
  (changes ?? []).map(([id, xid, event, category, lat, lng, startAt, endAt, words]) => ({
    id,
    xid: Number(xid),
    change: event === null ? null : { event, category, lat, lng, startAt, endAt, words },
  }));

export const countsOf = ({ counts }: ListItemsRow): readonly (number | null)[] =>
  counts?.split(',').map((count) => (count === '-1' ? null : Number(count))) ?? [];

const types = {
  floor: 'xid8',
  missingIds: 'uuid[]',
  countedIds: 'uuid[]',
  ids: 'uuid[]',
  callers: 'uuid[]',
  firsts: 'int[]',
  lasts: 'int[]',
};

/** One row in JSON, which costs the driver less than rows of many columns. */
const text = `
with
caller as materialized (                                                                          --? callers
  select * from unnest(:callers, :firsts, :lasts) with ordinality caller (id, first, last, nr)    --? callers
),                                                                                                --? callers
recent_changes as materialized (
  select c.id, c.xid, c.event_id, c.category, c.lat, c.lng, c.start_at, c.end_at, c.words from event_change c
  where c.xid >= :floor order by c.xid limit ${maxChanges}
)
select ${snapshotText} as snapshot,
  (
    select json_agg(json_build_array(r.id, r.xid::text, r.event_id, r.category, r.lat, r.lng,
      extract(epoch from r.start_at) * 1000, extract(epoch from r.end_at) * 1000,
      array_to_string(tsvector_to_array(r.words), ' ')))
    from recent_changes r
  ) as changes,
  (                                                                                               --? missing
    select json_agg(item) from unnest(:missingIds) missing (id), lateral (                           --? missing
      select ${summaryColumns.replace(/\s+/g, ' ')}                                                --? missing
      from event e join category c on c.slug = e.category                                         --? missing
      where e.id = missing.id and e.visibility = 'public' and e.status = 'scheduled'              --? missing
      limit 1                                                                                     --? missing
    ) item                                                                                        --? missing
  ) as items,                                                                                     --? missing
  (                                                                                               --? callers
    select json_agg(json_build_array(caller.nr, r.event_id, r.state)) from caller, lateral (      --? callers
      select r.event_id, r.state from rsvp r                                                      --? callers
      where r.user_id = caller.id                                                                 --? callers
        and r.event_id = any((:ids)[caller.first : caller.last]) offset 0                         --? callers
    ) r                                                                                           --? callers
  ) as rsvps,                                                                                     --? callers
  (                                                                                               --? callers
    select json_agg(json_build_array(caller.nr, v.event_id)) from caller, lateral (               --? callers
      select v.event_id from saved v                                                              --? callers
      where v.user_id = caller.id                                                                 --? callers
        and v.event_id = any((:ids)[caller.first : caller.last]) offset 0                         --? callers
    ) v                                                                                           --? callers
  ) as saved,                                                                                     --? callers
  (
    select string_agg(coalesce(s.going + s.interested, -1)::text, ',' order by counted.nr)
    from unnest(:countedIds) with ordinality counted (id, nr) left join event_stats s on s.event_id = counted.id
  ) as counts
`;

/** Each part of a statement costs PostgreSQL time with each call, what it reads or not. */
const statementFor = (...flags: readonly ('callers' | 'missing')[]) =>
  preparedText<keyof ListItemsValues, ListItemsRow>({
    name: ['list-items', ...flags].join('-'),
    types,
    text: statementText(text, new Set(flags)),
  });

const countsAlone = statementFor();
const withCallers = statementFor('callers');
const withMissing = statementFor('missing');
const whole = statementFor('callers', 'missing');

export const listItemsStatement = (
  db: Database,
  values: ListItemsValues,
): Promise<readonly ListItemsRow[]> => {
  const hasMissing = values.missingIds !== noIds;
  if (values.callers.length === 0) return (hasMissing ? withMissing : countsAlone)(db, values);
  return (hasMissing ? whole : withCallers)(db, values);
};
