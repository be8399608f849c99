import type { EventId, EventSummary, ListedEvent, RsvpState, UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { batchGate } from '../../../connection/batch-gate.ts';
import type { Database } from '../../../database.ts';
import { toEventSummary } from '../../../events/event-rows.ts';
import type { EventChanges } from '../changes/event-changes.ts';
import { parseSnapshot } from '../changes/snapshot.ts';
import { eventItems } from './event-items.ts';
import {
  countsOf,
  eventChangesOf,
  type ListItemsRow,
  type ListItemsValues,
  listItemsStatement,
  maxChanges,
  noIds,
} from './list-items-statement.ts';

/** The events of a page, and whose RSVPs and saves are shown with them. */
export interface ListItemsRequest {
  /** Requests with the same array share the work. */
  readonly ids: readonly EventId[];
  /** The events, where the page holds them; they are read otherwise. */
  readonly events: readonly EventSummary[] | null;
  readonly caller: UserId | null;
}

/** The items of a page in the order of its ids, and the snapshot that showed them. */
export interface ListItems {
  /** Null for an event that is not listed any more. */
  readonly items: readonly (ListedEvent | null)[];
  readonly version: string;
}

/**
 * Reads the items of pages, their counts and flags not older than the request, and merges all changes of events until then.
 * Requests that wait for a statement share the next one, which begins after the last of them.
 */
export type ReadListItems = (request: ListItemsRequest) => Promise<ListItems>;

/** Larger batches make single statements slow. */
const maxBatchSize = 64;
/** One statement at a time serves the most requests. Where one takes long the next does not wait. */
const limits = { maxConcurrent: 1, maxWaitMs: 5 };

const nothing: Omit<ListItemsValues, 'floor'> = {
  missingIds: noIds,
  countedIds: noIds,
  ids: noIds,
  callers: [],
  firsts: [],
  lasts: [],
};
const arrayOf = (ids: Iterable<EventId>): string => `{${[...ids].join(',')}}`;

/** @param now the time by this process, in milliseconds */
export const listItemReader = (db: Database, changes: EventChanges, now: () => number): ReadListItems => {
  const items = eventItems(changes);
  const gate = batchGate(limits);

  /** Adds the missing events that it finds to `events`. */
  const read = async (
    values: Partial<ListItemsValues>,
    events: Map<EventId, EventSummary>,
  ): Promise<ListItemsRow> => {
    const floor = changes.floor === null ? null : String(changes.floor);
    const beganAt = now();
    const [row] = await listItemsStatement(db, { ...nothing, ...values, floor });
    if (!row) throw new Error('list-items returned no row');
    const snapshot = parseSnapshot(row.snapshot);
    const counts = eventChangesOf(row);
    changes.merge(counts, snapshot, counts.length < maxChanges, beganAt);
    for (const event of (row.items ?? []).map(toEventSummary)) {
      events.set(event.id, event);
      items.add(event, snapshot);
    }
    return row;
  };

  const readBatch = async (requests: readonly ListItemsRequest[]): Promise<readonly ListItems[]> => {
    const pages = [...new Set(requests.map(({ ids }) => ids))];
    const unresolvedIds = new Set(requests.flatMap(({ ids, events }) => (events ? [] : ids)));
    const missingIds = new Set([...unresolvedIds].filter((id) => items.get(id) === null));
    const events = new Map<EventId, EventSummary>();
    const row = await read(
      { ...callersOf(requests), missingIds: arrayOf(missingIds), countedIds: arrayOf(pages.flat()) },
      events,
    );
    const changedIds: EventId[] = [];
    for (const id of unresolvedIds) {
      if (missingIds.has(id)) continue;
      const event = items.get(id);
      if (event) events.set(id, event);
      else changedIds.push(id);
    }
    if (changedIds.length > 0) await read({ missingIds: arrayOf(changedIds) }, events);

    const counts = countsOf(row);
    let countedItemCount = 0;
    const countsOfPage = new Map(
      pages.map((ids) => {
        countedItemCount += ids.length;
        return [ids, counts.slice(countedItemCount - ids.length, countedItemCount)];
      }),
    );
    const interests = interestsOf(requests, row);
    return requests.map((request) => {
      const { rsvps, savedIds } = interests.get(request) ?? noInterest;
      const counts = countsOfPage.get(request.ids) ?? [];
      const items = request.ids.map((id, index): ListedEvent | null => {
        const event = request.events?.[index] ?? events.get(id);
        const rsvpCount = counts[index] ?? null;
        if (!event || rsvpCount === null) return null;
        return { event, rsvpCount, myRsvp: rsvps.get(id) ?? null, isSaved: savedIds.has(id) };
      });
      return { items, version: row.snapshot };
    });
  };

  /** Until a batch begins, anonymous requests for one page are one request. */
  const loader = new DataLoader<ListItemsRequest, ListItems, object>(
    (requests) => {
      loader.clearAll();
      return gate.run(() => readBatch(requests));
    },
    {
      cacheKeyFn: (request) => (request.caller === null ? request.ids : request),
      maxBatchSize,
      batchScheduleFn: gate.schedule,
    },
  );
  return (request) => loader.load(request);
};

/** The values of the statement that follow from the requests with a caller. */
const callersOf = (requests: readonly ListItemsRequest[]) => {
  const ids: EventId[] = [];
  const callers: UserId[] = [];
  const firsts: number[] = [];
  const lasts: number[] = [];
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
  return { ids: arrayOf(ids), callers, firsts, lasts };
};

/** What a caller has to do with the events of a page. */
interface Interest {
  readonly rsvps: Map<EventId, RsvpState>;
  readonly savedIds: Set<EventId>;
}

const noInterest: Interest = { rsvps: new Map(), savedIds: new Set() };

/** By the requests of callers who answered or saved something of their page. */
const interestsOf = (requests: readonly ListItemsRequest[], row: ListItemsRow) => {
  const withCaller = requests.filter(({ caller }) => caller !== null);
  const interests = new Map<ListItemsRequest, Interest>();
  const interestOf = (nr: number): Interest => {
    const request = withCaller[nr - 1] as ListItemsRequest;
    const interest = interests.get(request) ?? { rsvps: new Map(), savedIds: new Set() };
    interests.set(request, interest);
    return interest;
  };
  for (const [nr, event, state] of row.rsvps ?? []) interestOf(nr).rsvps.set(event, state);
  for (const [nr, event] of row.saved ?? []) interestOf(nr).savedIds.add(event);
  return interests;
};
