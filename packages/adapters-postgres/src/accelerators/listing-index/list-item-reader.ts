import type {
  EventId,
  EventOrganizer,
  EventSummary,
  ListedEvent,
  RsvpState,
  UserId,
} from '@event-platform/domain';
import DataLoader from 'dataloader';
import { batchGate } from '../../connection/batch-gate.ts';
import type { Database } from '../../database.ts';
import { toEventSummary } from '../../events/event-rows.ts';
import { knownRecords } from './known-records.ts';
import { sizeOfEvent, sizeOfOrganizer } from './known-sizes.ts';
import { type ListItemsRow, type ListItemsValues, listItemsStatement } from './list-items-statement.ts';
import type { IndexThread } from './thread/index-thread.ts';
import { floorOf } from './thread/listing-source.ts';

/** A page that was found, and whose RSVPs and saves are shown with it. */
export interface ListItemsRequest {
  /** Requests with the same array share the work. */
  readonly ids: readonly EventId[];
  /** The version of the index that it was found in. */
  readonly version: number;
  readonly caller: UserId | null;
}

/** The items of a page, in the order of its ids. */
export interface ListItems {
  /** Null for an event that is not listed any more. */
  readonly items: readonly (ListedEvent | null)[];
  /** The snapshot that showed them, by its name; null on a standby. */
  readonly shownBy: string | null;
  /** Whether nothing has changed since the page was found. */
  readonly isCurrent: boolean;
}

/**
 * Reads the items of pages, their counts and flags not older than the request, and whether the index lacks anything. Requests
 * that wait for a statement share the next one, which begins after the last of them.
 */
export type ReadListItems = (request: ListItemsRequest) => Promise<ListItems>;

/** Of what is in memory, about: some 2,500 events with descriptions of 500 characters, and 5,000 organizers. */
const maxBytes = { events: 10_000_000, organizers: 2_000_000 } as const;

/** Larger batches make single statements slow. */
const maxBatchSize = 64;
/** One statement at a time serves the most requests. Where one takes long the next does not wait. */
const limits = { maxConcurrent: 1, maxWaitMs: 5 };

const arrayOf = (ids: Iterable<string>): string => `{${[...ids].join(',')}}`;

/** @param isWriter whether `db` is the server that the index follows, and not one that follows it */
export const listItemReader = (db: Database, thread: IndexThread, isWriter: boolean): ReadListItems => {
  const events = knownRecords(maxBytes.events, sizeOfEvent);
  const organizers = knownRecords(maxBytes.organizers, sizeOfOrganizer);
  thread.onChange((ids) => {
    events.forget(ids);
    organizers.forget(ids);
  });
  const gate = batchGate(limits);

  const readBatch = async (requests: readonly ListItemsRequest[]): Promise<readonly ListItems[]> => {
    const { state } = thread;
    if (!state) return requests.map(() => ({ items: [], shownBy: null, isCurrent: false }));
    const pages = [...new Set(requests.map(({ ids }) => ids))];
    const shown = new Map<EventId, EventSummary | undefined>();
    for (const id of pages.flat()) shown.set(id, events.get(id));
    const found = new Map<UserId, EventOrganizer>();
    for (const [id, event] of shown) {
      const organizer = event && (found.get(event.organizerId) ?? organizers.get(event.organizerId));
      if (organizer) found.set(organizer.id, organizer);
      // Rare: an event whose organizer was forgotten is read again.
      else shown.set(id, undefined);
    }
    const missingIds = [...shown].filter(([, event]) => event === undefined).map(([id]) => id);
    const [row] = await listItemsStatement(db, {
      ...callersOf(requests),
      ...{ snapshot: state.snapshot, floor: floorOf(state.snapshot) },
      ...{ missingIds: arrayOf(missingIds), countedIds: arrayOf(pages.flat()) },
    });
    if (!row) throw new Error('list-items returned no row');
    // What has changed meanwhile is forgotten already.
    const isKept = thread.state?.version === state.version;
    for (const { organizer, ...item } of row.items ?? []) {
      const event = toEventSummary(item);
      shown.set(event.id, event);
      if (isKept) events.add(event);
      if (found.has(organizer.id)) continue;
      const known = (isKept && organizers.get(organizer.id)) || organizer;
      found.set(organizer.id, known);
      if (isKept) organizers.add(known);
    }
    const counts = row.counts?.split(',').map(Number) ?? [];
    const placeOf = new Map(pages.flat().map((id, index) => [id, 4 * index]));
    const interests = interestsOf(requests, row);
    const isCurrent = !row.is_changed && (!isWriter || row.server === state.server);
    return requests.map((request) => {
      const { rsvps, savedIds } = interests.get(request) ?? noInterest;
      const items = request.ids.map((id): ListedEvent | null => {
        const event = shown.get(id);
        const organizer = event && found.get(event.organizerId);
        const place = placeOf.get(id) as number;
        const [goingCount = -1, interestedCount = 0, bookedCount = 0, waitingCount = 0] = counts.slice(
          place,
          place + 4,
        );
        if (!organizer || goingCount < 0) return null;
        return {
          ...{ event, organizer, goingCount, interestedCount, bookedCount, waitingCount },
          rsvpCount: goingCount + interestedCount,
          ...{ myRsvp: rsvps.get(id) ?? null, isSaved: savedIds.has(id) },
        };
      });
      return { items, shownBy: row.version, isCurrent: isCurrent && request.version >= state.version };
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
const callersOf = (
  requests: readonly ListItemsRequest[],
): Pick<ListItemsValues, 'ids' | 'callers' | 'firsts' | 'lasts'> => {
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
