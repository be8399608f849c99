import type { Session, SessionId, SessionStore } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { batchGate } from '../../connection/batch-gate.ts';
import type { Database } from '../../database.ts';
import { sessionColumns } from '../../sessions/session-rows.ts';
import { type KnownPositions, type OwnWrite, ownWriteOf } from './read-your-writes.ts';

/** One statement at a time for all look-ups that wait; where it takes long the next does not wait. */
const limits = { maxConcurrent: 1, maxWaitMs: 5 };
/** Larger batches make single statements slow. */
const maxBatchSize = 64;

type Row = Session & { readonly [Name in keyof OwnWrite]: OwnWrite[Name] | null };

/** Looks sessions up on the writer, and learns from the same row where their users have written. */
export const findSessions = (
  writer: Database,
  positions: Pick<KnownPositions, 'learn'>,
): SessionStore['find'] => {
  const gate = batchGate(limits);
  const read = async (ids: readonly SessionId[]): Promise<readonly (Session | null)[]> => {
    const { rows } = await sql<Row>`/* session-find-position */
      select ${sessionColumns}, w.* from session s
      left join lateral (select ${ownWriteOf} from own_write w where w.user_id = s.user_id) w on true
      where s.id = any(${ids}::uuid[])`.execute(writer);
    const sessions = new Map<SessionId, Session>();
    for (const { transaction, position, timeline, ...session } of rows) {
      const write = transaction === null ? null : ({ transaction, position, timeline } as OwnWrite);
      positions.learn(session.userId, write);
      sessions.set(session.id, session);
    }
    return ids.map((id) => sessions.get(id) ?? null);
  };
  const loader = new DataLoader<SessionId, Session | null>(
    (ids) => {
      loader.clearAll();
      return gate.run(() => read(ids));
    },
    { maxBatchSize, batchScheduleFn: gate.schedule },
  );
  return (id) => loader.load(id);
};
