import type { Session, SessionId, SessionStore, UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from './database.ts';

interface Row {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly generation: number;
  readonly confirmed: boolean;
  readonly createdAt: Date;
  readonly refreshedAt: Date;
  readonly endedAt: Date | null;
}

export const postgresSessionStore = (db: Database): SessionStore => ({
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
  find: findTogether(db),
  advance: async (id, from, at) => {
    const { rows } = await sql`/* session-advance */
      update session set generation = generation + 1, confirmed = false, refreshed_at = ${at}
      where id = ${id} and generation = ${from} and ended_at is null returning id`.execute(db);
    return rows.length > 0;
  },
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

/** More at once would make single statements slow. */
const mostAtOnce = 100;

/**
 * Every authenticated request looks its session up. What is asked for within one turn of the event loop is read in
 * one statement, which begins after the last of these was asked: nothing is remembered, so an ended session is
 * seen as ended by the next request.
 */
const findTogether = (db: Database): SessionStore['find'] => {
  const loader = new DataLoader<SessionId, Session | null>(
    async (ids) => {
      const { rows } = await sql<Row>`/* session-find */
        select id, user_id as "userId", generation, confirmed,
          created_at as "createdAt", refreshed_at as "refreshedAt", ended_at as "endedAt"
        from session where id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
      const found = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { cache: false, maxBatchSize: mostAtOnce, batchScheduleFn: setImmediate },
  );
  return (id) => loader.load(id);
};
