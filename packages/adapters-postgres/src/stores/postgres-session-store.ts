import type { Session, SessionId, SessionStore } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { KnownPositions } from '../replicas/read-your-writes.ts';

/**
 * @param positions learns the position of the user's last write from each look-up; absent where there are no replicas
 */
export const postgresSessionStore = (
  db: Database,
  positions?: Pick<KnownPositions, 'learn'>,
): SessionStore => ({
  open: async ({ userId, createdAt, refreshedAt, endedAt, ...session }) => {
    await db
      .insertInto('session')
      .values({
        ...session,
        user_id: userId,
        created_at: createdAt,
        refreshed_at: refreshedAt,
        ended_at: endedAt,
      })
      .execute();
  },
  find: findBatched(db, positions),
  advance: advanceBatched(db),
  confirm: async (id, generation) => {
    await db
      .updateTable('session')
      .set({ confirmed: true })
      .where('id', '=', id)
      .where('generation', '=', generation)
      .where('confirmed', '=', false)
      .execute();
  },
  end: async (id, at) => {
    await db
      .updateTable('session')
      .set({ ended_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  },
});

const columns = sql`s.id, s.user_id as "userId", s.generation, s.confirmed,
  s.created_at as "createdAt", s.refreshed_at as "refreshedAt", s.ended_at as "endedAt"`;

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate } as const;

/**
 * Every authenticated request looks its session up. One statement serves all look-ups within one turn of the event
 * loop, and begins after the last of them: nothing is cached, so the next request sees an ended session as ended.
 */
const findBatched = (
  db: Database,
  positions: Pick<KnownPositions, 'learn'> | undefined,
): SessionStore['find'] => {
  const loader = new DataLoader<SessionId, Session | null>(async (ids) => {
    const distinct = [...new Set(ids)];
    const found = new Map<SessionId, Session>();
    if (positions) {
      const { rows } = await sql<Session & { position: number | null }>`/* session-find-position */
        select ${columns}, w.position from session s left join own_write w using (user_id)
        where s.id = any(${distinct}::uuid[])`.execute(db);
      for (const { position, ...session } of rows) {
        positions.learn(session.userId, position);
        found.set(session.id, session);
      }
    } else {
      const { rows } = await sql<Session>`/* session-find */
        select ${columns} from session s where s.id = any(${distinct}::uuid[])`.execute(db);
      for (const session of rows) found.set(session.id, session);
    }
    return ids.map((id) => found.get(id) ?? null);
  }, batch);
  return (id) => loader.load(id);
};

interface Step {
  readonly id: SessionId;
  readonly from: number;
  readonly at: Date;
}

/** The same for refreshes, in one atomic statement: rows are locked in one order; of several steps of one session the first wins. */
const advanceBatched = (db: Database): SessionStore['advance'] => {
  const loader = new DataLoader<Step, boolean>(async (steps) => {
    const first = new Map(steps.toReversed().map((step) => [step.id, step]));
    const due = [...first.values()];
    const { rows } = await sql<{ id: SessionId }>`/* session-advance */
      with due as materialized (
        select s.id, step.at from session s
        join unnest(
          ${due.map(({ id }) => id)}::uuid[], ${due.map(({ from }) => from)}::int[], ${due.map(({ at }) => at)}::timestamptz[]
        ) step (id, generation, at) on s.id = step.id and s.generation = step.generation
        where s.ended_at is null order by s.id for no key update of s
      )
      update session s set generation = s.generation + 1, confirmed = false, refreshed_at = due.at
      from due where s.id = due.id returning s.id`.execute(db);
    const moved = new Set(rows.map(({ id }) => id));
    return steps.map((step) => moved.has(step.id) && first.get(step.id) === step);
  }, batch);
  return (id, from, at) => loader.load({ id, from, at });
};
