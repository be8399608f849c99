import { isDeepStrictEqual } from 'node:util';
import type { EventDetail, EventId, EventPage, Session, SessionId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { batchGate } from '../connection/batch-gate.ts';
import type { CurrentVersion } from '../connection/snapshot-version.ts';
import type { Database } from '../database.ts';
import { type KnownPositions, type OwnWrite, ownWriteOf } from '../replicas/read-your-writes.ts';
import { sessionColumns } from '../sessions/session-rows.ts';
import {
  type EventJson,
  type EventRequest,
  readSessionsAndEvents,
  toEventDetail,
  toEventPage,
} from './request-reads-statement.ts';

/**
 * What most requests read: the session of their caller, and often one event. A read begins after its request, so that the next
 * request sees an ended session as ended and an event as it is (ADR 0049).
 */
export interface RequestReads {
  session(id: SessionId): Promise<Session | null>;
  /**
   * The event with the caller's flags; null for one that they do not see. An anonymous caller may get the same object as the
   * one before if nothing in it has changed.
   */
  event(request: EventRequest): Promise<EventDetail | null>;
  /** The event as anonymous callers see it, with what its page shows besides; the same object likewise. */
  page(id: EventId, at: Date): Promise<EventPage | null>;
}

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

/**
 * @param positions learns the position of each user's last write; absent where there are no replicas
 * @param version tells whether anything was committed since; absent inside a transaction
 */
export const requestReads = (
  db: Database,
  positions?: Pick<KnownPositions, 'learn'>,
  version?: CurrentVersion,
): RequestReads => {
  const gate = batchGate(limits);
  const readSessions = positions
    ? (ids: readonly SessionId[]) => readWithPositions(db, ids, positions)
    : (ids: readonly SessionId[]) => readSessionsAlone(db, ids);
  const details = anonymousDetails();
  /** Until a batch begins, look-ups of one session are one, and so are anonymous requests for one event. */
  const loader = new DataLoader<Key, Session | EventDetail | null, string | object>(
    (keys) => {
      loader.clearAll();
      return gate.run(async () => {
        const ids = keys.filter(isSession);
        const requests = keys.filter(isEvent);
        const isTogether = requests.length > 0 && !positions;
        const [sessions, alone] = await Promise.all([
          requests.length > 0 ? readSessionsAndEvents(db, isTogether ? ids : [], requests) : nothing,
          !isTogether && ids.length > 0 ? readSessions(ids) : null,
        ]);
        let next = 0;
        return keys.map((key) => {
          if (isSession(key)) return (alone ?? sessions.sessions).get(key) ?? null;
          const row = sessions.events[next] ?? null;
          next += 1;
          return row && details.toDetail(key, row, sessions.version);
        });
      });
    },
    {
      cacheKeyFn: (key) => (isSession(key) || key.caller !== null ? key : nameOf(key)),
      maxBatchSize,
      batchScheduleFn: gate.schedule,
    },
  );
  const event = async (request: EventRequest): Promise<EventDetail | null> => {
    const last = version && request.caller === null ? details.last(request) : null;
    if (last && last.version === (await version?.())) return last.detail;
    return loader.load(request) as Promise<EventDetail | null>;
  };
  return {
    session: (id) => loader.load(id) as Promise<Session | null>,
    event,
    page: (id, at) => event({ id, caller: null, at, isPage: true }) as Promise<EventPage | null>,
  };
};

const nothing: Awaited<ReturnType<typeof readSessionsAndEvents>> = {
  sessions: new Map(),
  events: [],
  version: null,
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

type FoundSessions = ReadonlyMap<SessionId, Session>;

const readSessionsAlone = async (db: Database, ids: readonly SessionId[]): Promise<FoundSessions> => {
  const { rows } = await sql<Session>`/* session-find */
    select ${sessionColumns} from session s where s.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((session) => [session.id, session]));
};

const readWithPositions = async (
  db: Database,
  ids: readonly SessionId[],
  positions: Pick<KnownPositions, 'learn'>,
): Promise<FoundSessions> => {
  const { rows } = await sql<
    Session & { [Name in keyof OwnWrite]: OwnWrite[Name] | null }
  >`/* session-find-position */
    select ${sessionColumns}, w.* from session s
    left join lateral (select ${ownWriteOf} from own_write w where w.user_id = s.user_id) w on true
    where s.id = any(${ids}::uuid[])`.execute(db);
  const sessions = new Map<SessionId, Session>();
  for (const { transaction, position, timeline, ...session } of rows) {
    positions.learn(
      session.userId,
      transaction === null ? null : ({ transaction, position, timeline } as OwnWrite),
    );
    sessions.set(session.id, session);
  }
  return sessions;
};
