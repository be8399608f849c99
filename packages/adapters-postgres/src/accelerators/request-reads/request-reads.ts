/**
 * Request reads: the session of the caller and a single event come in one statement for all requests that wait, and nothing is
 * read again for anonymous callers while nothing is committed. A statement costs more than its rows: without this each request
 * sends one or two of its own. Single events are read 2.6 times as often with it
 * (`npm run ablation`).
 *
 * A read begins after its request, so that the next request sees an ended session as ended and an event as it is (ADR 0049).
 */
import { isDeepStrictEqual } from 'node:util';
import type { EventDetail, EventPage, Session, SessionId, Stores } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { batchGate } from '../../connection/batch-gate.ts';
import { currentVersion } from '../../connection/snapshot-version.ts';
import type { Database } from '../../database.ts';
import { type EventJson, toEventDetail, toEventPage } from '../../events/event-detail.ts';
import { type EventRequest, readSessionsAndEvents } from './request-reads-statement.ts';

/** The keys of the loader. */
type Key = SessionId | EventRequest;
const isSession = (key: Key): key is SessionId => typeof key === 'string';
const isEvent = (key: Key): key is EventRequest => typeof key !== 'string';

/** Larger batches make single statements slow. */
const maxBatchSize = 64;
/**
 * One statement at a time has the most requests, and each costs least. Where one takes long the next does not wait: other
 * connections are there for it.
 */
const limits = { maxConcurrent: 1, maxWaitMs: 5 };

/** Events that anonymous callers were given: some 10 MB with the responses that are cached by them. */
const maxDetails = 1_000;

/** An anonymous caller may get the same object as the one before if nothing in it has changed. */
export const requestReads = (stores: Stores, { db }: { readonly db: Database }): Stores => {
  const gate = batchGate(limits);
  const details = anonymousDetails();
  const version = currentVersion(db);
  /** Until a batch begins, look-ups of one session are one, and so are anonymous requests for one event. */
  const loader = new DataLoader<Key, Session | EventDetail | null, string | object>(
    (keys) => {
      loader.clearAll();
      return gate.run(async () => {
        const { sessions, events, version } = await readSessionsAndEvents(
          db,
          keys.filter(isSession),
          keys.filter(isEvent),
        );
        const rows = events.values();
        return keys.map((key) => {
          if (isSession(key)) return sessions.get(key) ?? null;
          const row = rows.next().value;
          return row ? details.toDetail(key, row, version) : null;
        });
      });
    },
    {
      cacheKeyFn: (key) => (isSession(key) || key.caller !== null ? key : nameOf(key)),
      maxBatchSize,
      batchScheduleFn: gate.schedule,
    },
  );
  const read = async (request: EventRequest): Promise<EventDetail | null> => {
    const last = request.caller === null ? details.last(request) : null;
    if (last && last.version === (await version())) return last.detail;
    return loader.load(request) as Promise<EventDetail | null>;
  };
  return {
    ...stores,
    sessions: { ...stores.sessions, find: (id) => loader.load(id) as Promise<Session | null> },
    eventCatalog: {
      ...stores.eventCatalog,
      detail: (id, caller, at) => read({ id, caller, at }),
      page: (id, at) => read({ id, caller: null, at, isPage: true }) as Promise<EventPage | null>,
    },
  };
};

/** Names a request of an anonymous caller. */
const nameOf = ({ id, isPage = false }: EventRequest): string => (isPage ? `${id} page` : id);

/** What an anonymous caller was given. */
interface LastDetail {
  readonly row: EventJson;
  readonly detail: EventDetail;
  /** When time alone changes it: the first end of a host event that it names, in milliseconds of the epoch. */
  readonly until: number;
  /** Of the snapshot that showed it last. */
  version: string | null;
}

/** Keeps what anonymous callers were given, to give the same object for the same row. */
const anonymousDetails = () => {
  const details = new LRUCache<string, LastDetail>({ max: maxDetails });
  return {
    toDetail: (request: EventRequest, row: EventJson, version: string | null): EventDetail => {
      if (request.caller !== null) return toEventDetail(row);
      const name = nameOf(request);
      const last = details.get(name);
      if (last && isDeepStrictEqual(last.row, row)) {
        last.version = version;
        return last.detail;
      }
      const detail = request.isPage ? toEventPage(row) : toEventDetail(row);
      const until = Math.min(...(row.host_events ?? []).map(({ endAt }) => Date.parse(endAt ?? '')));
      details.set(name, { row, detail, until, version });
      return detail;
    },
    /** What is right as long as nothing was committed; null where time alone has changed it. */
    last: (request: EventRequest): LastDetail | null => {
      const last = details.get(nameOf(request));
      return last && last.version !== null && last.until > request.at.getTime() ? last : null;
    },
  };
};
