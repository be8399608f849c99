import type { Session, SessionId, SessionStore, UserId } from '@event-platform/domain';
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
  find: async (id): Promise<Session | null> => {
    const { rows } = await sql<Row>`/* session-find */
      select id, user_id as "userId", generation, confirmed,
        created_at as "createdAt", refreshed_at as "refreshedAt", ended_at as "endedAt"
      from session where id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  advance: async (id, from, at) => {
    const moved = await db
      .updateTable('session')
      .set({ generation: from + 1, confirmed: false, refreshed_at: at })
      .where('id', '=', id)
      .where('generation', '=', from)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return moved.numUpdatedRows > 0n;
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
