import type { Category, EventId, RsvpState, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { preparedStatement } from '../../connection/prepared-statement.ts';
import type { EventChange } from './event-changes.ts';
import type { CountChange } from './known-counts.ts';
import { currentSnapshot } from './snapshot.ts';

/** More changes at once come from work on many events: comparing with them all would cost more than reading anew. */
export const maxChanges = 500;

export interface FactsValues {
  /** The lowest transaction whose changes may not be known yet; null when none are. */
  readonly floor: string | null;
  /** The events whose counts are read, as PostgreSQL writes an array: the driver would quote each id. */
  readonly counted: string;
  /** The events of all callers' pages, in the same form. */
  readonly ids: string;
  readonly callers: readonly UserId[];
  /** Where the events of each caller are among `ids`, counted from 1. */
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
  readonly withCategories: boolean;
}

type ChangeRow = readonly [
  id: number,
  xid: string,
  category: string | null,
  lat: number,
  lng: number,
  startAt: number,
  endAt: number,
  words: string | null,
];

export interface FactsRow {
  readonly snapshot: string;
  /** A standby's snapshots do not tell which of two is older: no counts are kept. */
  readonly is_standby: boolean;
  readonly changes: readonly ChangeRow[] | null;
  readonly count_changes: readonly (readonly [xid: string, event: EventId | null])[] | null;
  /** Separated by commas, -1 for an event that is gone; null without events. */
  readonly counts: string | null;
  /** By the number of the caller, from 1. */
  readonly answers: readonly (readonly [number, EventId, RsvpState])[] | null;
  readonly saved: readonly (readonly [number, EventId])[] | null;
  readonly categories: readonly Category[] | null;
}

export const eventChangesOf = ({ changes }: FactsRow): readonly EventChange[] =>
  (changes ?? []).map(([id, xid, category, lat, lng, startAt, endAt, words]) => ({
    id,
    xid: Number(xid),
    place: category === null ? null : { category, lat, lng, startAt, endAt, words },
  }));

export const countChangesOf = ({ count_changes: changes }: FactsRow): readonly CountChange[] =>
  (changes ?? []).map(([xid, event]) => ({ xid: Number(xid), event }));

export const countsOf = ({ counts }: FactsRow): readonly (number | null)[] =>
  counts?.split(',').map((count) => (count === '-1' ? null : Number(count))) ?? [];

export const factsStatement = preparedStatement<FactsValues, FactsRow>({
  name: 'page-facts',
  types: {
    floor: 'xid8',
    counted: 'uuid[]',
    ids: 'uuid[]',
    callers: 'uuid[]',
    firsts: 'int[]',
    lasts: 'int[]',
    withCategories: 'boolean',
  },
  body: (given) => {
    const ofCallers = sql`
      unnest(${given('callers')}, ${given('firsts')}, ${given('lasts')})
        with ordinality asked (caller, first, last, nr)`;
    const ids = sql`(${given('ids')})[asked.first : asked.last]`;
    return sql`
    recent as materialized (
      select c.id, c.xid, c.category, c.lat, c.lng, c.start_at, c.end_at, c.words from event_change c
      where c.xid >= ${given('floor')} order by c.xid limit ${sql.lit(maxChanges)}
    ),
    recent_counts as materialized (
      select c.xid, c.event_id from count_change c
      where c.xid >= ${given('floor')} order by c.xid limit ${sql.lit(maxChanges)}
    )
    select ${currentSnapshot} as snapshot, pg_is_in_recovery() as is_standby,
      (
        select json_agg(json_build_array(r.id, r.xid::text, r.category, r.lat, r.lng,
          extract(epoch from r.start_at) * 1000, extract(epoch from r.end_at) * 1000,
          array_to_string(tsvector_to_array(r.words), ' ')))
        from recent r
      ) as changes,
      (select json_agg(json_build_array(r.xid::text, r.event_id)) from recent_counts r) as count_changes,
      (
        select string_agg(coalesce(s.going + s.interested, -1)::text, ',' order by asked.nr)
        from unnest(${given('counted')}) with ordinality asked (id, nr) left join event_stats s on s.event_id = asked.id
      ) as counts,
      (
        select json_agg(json_build_array(asked.nr, r.event_id, r.state)) from ${ofCallers}, lateral (
          select r.event_id, r.state from rsvp r where r.user_id = asked.caller and r.event_id = any(${ids}) offset 0
        ) r
      ) as answers,
      (
        select json_agg(json_build_array(asked.nr, v.event_id)) from ${ofCallers}, lateral (
          select v.event_id from saved v where v.user_id = asked.caller and v.event_id = any(${ids}) offset 0
        ) v
      ) as saved,
      case when ${given('withCategories')} then (
        select json_agg(json_build_object('slug', c.slug, 'name', c.name, 'emoji', c.emoji)) from category c
      ) end as categories`;
  },
});
