import type { EventDetail, EventId, Session, SessionId, UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { batchGate } from '../connection/batch-gate.ts';
import type { Database } from '../database.ts';
import type { KnownPositions } from '../replicas/read-your-writes.ts';
import { sessionColumns } from '../sessions/session-rows.ts';
import { type AskedEvent, readSessionsAndEvents } from './sessions-and-events.ts';

/**
 * What most requests read: the session of their caller, and often one event. Nothing is cached: a read begins after its
 * request, so that the next request sees an ended session as ended and an event as it is (ADR 0049).
 */
export interface RequestReads {
  session(id: SessionId): Promise<Session | null>;
  /** The event with the caller's flags; null for one that is not public. */
  publicEvent(id: EventId, caller: UserId | null): Promise<EventDetail | null>;
}

/** The keys of the loader: a session, or an event. */
type Asked = SessionId | AskedEvent;
const isSession = (asked: Asked): asked is SessionId => typeof asked === 'string';
const isEvent = (asked: Asked): asked is AskedEvent => typeof asked !== 'string';

/** Larger batches make single statements slow. */
const maxBatchSize = 64;
/**
 * One statement at a time has the most requests, and each costs least. Where one takes long the next does not wait: other
 * connections are there for it.
 */
const limits = { maxConcurrent: 1, maxWaitMs: 5 };

/** @param positions learns the position of each user's last write; absent where there are no replicas */
export const requestReads = (db: Database, positions?: Pick<KnownPositions, 'learn'>): RequestReads => {
  const gate = batchGate(limits);
  const readSessions = positions
    ? (ids: readonly SessionId[]) => readWithPositions(db, ids, positions)
    : (ids: readonly SessionId[]) => readSessionsAlone(db, ids);
  const loader = new DataLoader<Asked, Session | EventDetail | null>(
    (asked) =>
      gate.run(async () => {
        const ids = [...new Set(asked.filter(isSession))];
        const events = asked.filter(isEvent);
        const isTogether = events.length > 0 && !positions;
        const [{ sessions, events: found }, alone] = await Promise.all([
          events.length > 0
            ? readSessionsAndEvents(db, isTogether ? ids : [], events)
            : { sessions: new Map<SessionId, Session>(), events: [] },
          !isTogether && ids.length > 0 ? readSessions(ids) : null,
        ]);
        let next = 0;
        return asked.map((one) => {
          if (isSession(one)) return (alone ?? sessions).get(one) ?? null;
          next += 1;
          return found[next - 1] ?? null;
        });
      }),
    { cache: false, maxBatchSize, batchScheduleFn: gate.schedule },
  );
  return {
    session: (id) => loader.load(id) as Promise<Session | null>,
    publicEvent: (id, caller) => loader.load({ id, caller }) as Promise<EventDetail | null>,
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
  const { rows } = await sql<Session & { position: number | null }>`/* session-find-position */
    select ${sessionColumns}, w.position from session s left join own_write w using (user_id)
    where s.id = any(${ids}::uuid[])`.execute(db);
  const found = new Map<SessionId, Session>();
  for (const { position, ...session } of rows) {
    positions.learn(session.userId, position);
    found.set(session.id, session);
  }
  return found;
};
