import type { Category, EventId, RsvpState, UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { preparedStatement } from '../../connection/prepared-statement.ts';
import type { Database } from '../../database.ts';
import type { EventChange, EventChanges } from './event-changes.ts';
import { currentSnapshot, parseSnapshot } from './snapshot.ts';

/** What a page shows besides its events: all as of one snapshot. */
export interface PageFacts {
  /** RSVPs of each event, in the order of the ids; null for an event that is gone. */
  readonly counts: readonly (number | null)[];
  /** The caller's. */
  readonly answers: ReadonlyMap<EventId, RsvpState>;
  /** The events that the caller saved. */
  readonly saved: ReadonlySet<EventId>;
  /** By slug; empty unless they were asked for. */
  readonly categories: ReadonlyMap<string, Category>;
}

/** Whose facts are read, for which events. */
export interface FactsRequest {
  /** The ids of a page; one array for one page, so that requests for the same page share it. */
  readonly ids: readonly EventId[];
  readonly caller: UserId | null;
  readonly withCategories: boolean;
}

/**
 * Reads the facts of a page, and with them all changes of events that are not known yet. Requests of one turn of the
 * event loop share a statement, which begins after the last of them; nothing of it is kept.
 */
export type ReadFacts = (request: FactsRequest) => Promise<PageFacts>;

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 32, batchScheduleFn: setImmediate } as const;
/** More changes at once come from work on many events: comparing pages with them all would cost more than reading anew. */
const maxChanges = 500;

export const readPageFacts = (db: Database, changes: EventChanges): ReadFacts => {
  /** The counts that each page had last, and the snapshot that they were read at: as long as it lasts, nothing is committed. */
  const lastCounts = new WeakMap<readonly EventId[], LastCounts>();
  let lastSnapshot: string | null = null;
  const areCountsKnown = (pages: readonly (readonly EventId[])[]): boolean =>
    pages.every((ids) => lastCounts.get(ids)?.snapshot === lastSnapshot);

  const loader = new DataLoader<FactsRequest, PageFacts>(async (requests) => {
    const asked = layOut(requests);
    const pages = [...asked.starts.keys()];
    const [row] = await statement(db, {
      known: areCountsKnown(pages) ? lastSnapshot : null,
      floor: changes.floor === null ? null : String(changes.floor),
      ids: `{${asked.ids.join(',')}}`,
      callers: asked.callers.map(({ caller }) => caller),
      firsts: asked.callers.map(({ first }) => first),
      lasts: asked.callers.map(({ last }) => last),
      withCategories: requests.some(({ withCategories }) => withCategories),
    });
    if (!row) throw new Error('page-facts returned no row');
    const found = row.changes ?? [];
    changes.merge(found.map(toChange), parseSnapshot(row.snapshot), found.length < maxChanges);
    lastSnapshot = row.snapshot;
    if (!row.are_counts_known) {
      const counts = row.counts?.split(',').map((count) => (count === '-1' ? null : Number(count))) ?? [];
      for (const [ids, start] of asked.starts)
        lastCounts.set(ids, { snapshot: row.snapshot, counts: counts.slice(start, start + ids.length) });
    }
    return factsOf(requests, (ids) => lastCounts.get(ids)?.counts ?? [], row);
  }, batch);
  return (request) => loader.load(request);
};

interface LastCounts {
  readonly snapshot: string;
  readonly counts: PageFacts['counts'];
}

/** Where the events of each request are among those of all. */
interface Layout {
  readonly ids: readonly EventId[];
  readonly starts: ReadonlyMap<readonly EventId[], number>;
  /** Of requests with a caller; positions count from 1. */
  readonly callers: readonly { readonly caller: UserId; readonly first: number; readonly last: number }[];
}

const layOut = (requests: readonly FactsRequest[]): Layout => {
  const ids: EventId[] = [];
  const starts = new Map<readonly EventId[], number>();
  for (const request of requests) {
    if (starts.has(request.ids)) continue;
    starts.set(request.ids, ids.length);
    ids.push(...request.ids);
  }
  const callers = requests.flatMap(({ caller, ids }) => {
    const start = starts.get(ids) ?? 0;
    return caller === null ? [] : [{ caller, first: start + 1, last: start + ids.length }];
  });
  return { ids, starts, callers };
};

type ChangeRow = readonly [
  id: number,
  xid: string,
  category: string | null,
  lat: number,
  lng: number,
  startAt: number,
  endAt: number,
];

interface FactsRow {
  readonly snapshot: string;
  /** Nothing was committed since the snapshot that was given. */
  readonly are_counts_known: boolean;
  readonly changes: readonly ChangeRow[] | null;
  /** Separated by commas, -1 for an event that is gone; null without events, and when they are known. */
  readonly counts: string | null;
  /** By the number of the caller, from 1. */
  readonly answers: readonly (readonly [number, EventId, RsvpState])[] | null;
  readonly saved: readonly (readonly [number, EventId])[] | null;
  readonly categories: readonly Category[] | null;
}

const toChange = ([id, xid, category, lat, lng, startAt, endAt]: ChangeRow): EventChange => ({
  id,
  xid: Number(xid),
  place: category === null ? null : { category, lat, lng, startAt, endAt },
});

const factsOf = (
  requests: readonly FactsRequest[],
  countsOf: (ids: readonly EventId[]) => PageFacts['counts'],
  row: FactsRow,
): readonly PageFacts[] => {
  const answers = Map.groupBy(row.answers ?? [], ([caller]) => caller);
  const saved = Map.groupBy(row.saved ?? [], ([caller]) => caller);
  const categories = new Map(row.categories?.map((category) => [category.slug, category]));
  const numbers = new Map(
    requests.filter(({ caller }) => caller !== null).map((request, index) => [request, index + 1]),
  );
  return requests.map((request) => {
    const nr = numbers.get(request) ?? 0;
    return {
      counts: countsOf(request.ids),
      answers: new Map(answers.get(nr)?.map(([, event, state]) => [event, state])),
      saved: new Set(saved.get(nr)?.map(([, event]) => event)),
      categories,
    };
  });
};

const statement = preparedStatement<
  {
    /** The snapshot at which all counts are known; null when they are not. */
    readonly known: string | null;
    readonly floor: string | null;
    /** As PostgreSQL writes an array: the driver would quote each id. */
    readonly ids: string;
    readonly callers: readonly UserId[];
    readonly firsts: readonly number[];
    readonly lasts: readonly number[];
    readonly withCategories: boolean;
  },
  FactsRow
>({
  name: 'page-facts',
  types: {
    known: 'text',
    floor: 'xid8',
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
    state as materialized (
      select not pg_is_in_recovery() and ${given('known')} is not distinct from pg_current_snapshot()::text
        as are_counts_known
    ),
    recent as materialized (
      select c.id, c.xid, c.category, c.lat, c.lng, c.start_at, c.end_at from event_change c
      where c.xid >= ${given('floor')} order by c.xid limit ${sql.lit(maxChanges)}
    )
    select ${currentSnapshot} as snapshot, state.are_counts_known,
      (
        select json_agg(json_build_array(r.id, r.xid::text, r.category, r.lat, r.lng,
          extract(epoch from r.start_at) * 1000, extract(epoch from r.end_at) * 1000))
        from recent r
      ) as changes,
      case when not state.are_counts_known then (
        select string_agg(coalesce(s.going + s.interested, -1)::text, ',' order by asked.nr)
        from unnest(${given('ids')}) with ordinality asked (id, nr) left join event_stats s on s.event_id = asked.id
      ) end as counts,
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
      ) end as categories
    from state`;
  },
});
