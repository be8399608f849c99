import type { Category, EventId, RsvpState, UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import type { Database } from '../../database.ts';
import type { EventChanges } from './event-changes.ts';
import {
  countChangesOf,
  countsOf,
  eventChangesOf,
  type FactsRow,
  type FactsValues,
  factsStatement,
  maxChanges,
} from './facts-statement.ts';
import { knownCounts } from './known-counts.ts';
import { parseSnapshot } from './snapshot.ts';

/** What a page shows besides its events, none of it older than the request. */
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
  readonly ids: readonly EventId[];
  readonly caller: UserId | null;
  readonly withCategories: boolean;
}

/** Reads facts, and with them all changes of events and counts that are not known yet. */
export interface FactsReader {
  /**
   * Requests of one turn of the event loop share a statement, which begins after the last of them. Counts that are known
   * are not read again, and flags are never kept.
   */
  read(request: FactsRequest): Promise<PageFacts>;
  /**
   * The counts of events, without a statement if all changes up to that version (`SnapshotVersions`) are known. All requests
   * of one version share a statement otherwise.
   */
  countsAt(version: string, ids: readonly EventId[]): Promise<PageFacts['counts']>;
}

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 32, batchScheduleFn: setImmediate } as const;

const nothing: FactsRequest = { ids: [], caller: null, withCategories: false };
const arrayOf = (ids: Iterable<EventId>): string => `{${[...ids].join(',')}}`;

/** @param now the time by this process, in milliseconds */
export const factsReader = (db: Database, changes: EventChanges, now: () => number): FactsReader => {
  const known = knownCounts();
  /** The last statement's snapshot, and the version that was asked for last. */
  let lastSnapshot: string | null = null;
  let asked: { readonly version: string; readonly merged: Promise<unknown> } | undefined;

  const run = async (values: Omit<FactsValues, 'floor' | 'counted'>, counted: ReadonlySet<EventId>) => {
    const floor = changes.floor === null ? null : String(changes.floor);
    const beganAt = now();
    const [row] = await factsStatement(db, { ...values, floor, counted: arrayOf(counted) });
    if (!row) throw new Error('page-facts returned no row');
    const snapshot = parseSnapshot(row.snapshot);
    const ofEvents = eventChangesOf(row);
    const ofCounts = countChangesOf(row);
    changes.merge(ofEvents, snapshot, ofEvents.length < maxChanges, beganAt);
    known.merge(ofCounts, snapshot, ofCounts.length < maxChanges);
    lastSnapshot = row.snapshot;
    const found = countsOf(row);
    const counts = new Map([...counted].map((id, index) => [id, found[index] ?? null]));
    if (!row.is_standby) known.keep(counts, snapshot);
    return { row, counts };
  };

  const loader = new DataLoader<FactsRequest, PageFacts>(async (requests) => {
    const unknown = requests.flatMap(({ ids }) => ids.filter((id) => known.get(id) === undefined));
    const { row, counts } = await run(valuesOf(requests), new Set(unknown));
    const countOf = (id: EventId) => (counts.has(id) ? counts.get(id) : known.get(id));
    // Those that changed since they became known.
    const changed = requests.flatMap(({ ids }) => ids.filter((id) => countOf(id) === undefined));
    if (changed.length > 0)
      for (const [id, count] of (await run(valuesOf([]), new Set(changed))).counts) counts.set(id, count);
    return factsOf(requests, row, (id) => countOf(id) ?? null);
  }, batch);

  const reader: FactsReader = {
    read: (request) => loader.load(request),
    countsAt: async (version, ids) => {
      if (lastSnapshot !== version) {
        if (asked?.version !== version) asked = { version, merged: loader.load(nothing) };
        const { merged } = asked;
        merged.catch(() => {
          // The next request asks again.
          if (asked?.merged === merged) asked = undefined;
        });
        await merged;
      }
      const counts = ids.map((id) => known.get(id));
      if (counts.every((count) => count !== undefined)) return counts;
      return (await reader.read({ ...nothing, ids })).counts;
    },
  };
  return reader;
};

/** The values of the statement that follow from the requests with a caller. */
const valuesOf = (requests: readonly FactsRequest[]): Omit<FactsValues, 'floor' | 'counted'> => {
  const ids: EventId[] = [];
  const callers: UserId[] = [];
  const firsts: number[] = [];
  const lasts: number[] = [];
  /** Requests for the same page have the same array. */
  const starts = new Map<readonly EventId[], number>();
  for (const request of requests) {
    if (request.caller === null) continue;
    const start = starts.get(request.ids) ?? ids.length;
    if (!starts.has(request.ids)) ids.push(...request.ids);
    starts.set(request.ids, start);
    callers.push(request.caller);
    firsts.push(start + 1);
    lasts.push(start + request.ids.length);
  }
  const withCategories = requests.some((request) => request.withCategories);
  return { ids: arrayOf(ids), callers, firsts, lasts, withCategories };
};

const factsOf = (
  requests: readonly FactsRequest[],
  row: FactsRow,
  countOf: (id: EventId) => number | null,
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
      counts: request.ids.map(countOf),
      answers: new Map(answers.get(nr)?.map(([, event, state]) => [event, state])),
      saved: new Set(saved.get(nr)?.map(([, event]) => event)),
      categories,
    };
  });
};
