import {
  rememberedExchanges,
  type Session,
  type SessionId,
  type SessionStore,
  sessionLifetimes,
} from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { sessionColumns } from './session-rows.ts';

export const postgresSessionStore = (db: Database): SessionStore => ({
  open: async (session) => {
    // The lock waits for a suspension, which then counts; the row of an erased account stays.
    const { rows } = await sql`/* session-open */
      insert into session (id, user_id, generation, confirmed, strict, device, created_at, refreshed_at,
        last_used_at, is_receipt, ended_at)
      select ${session.id}, u.id, ${session.generation}, ${session.confirmed}, ${session.strict},
        ${session.device}, ${session.createdAt}, ${session.refreshedAt}, ${session.lastUsedAt},
        ${session.isReceipt}, ${session.endedAt}::timestamptz
      from app_user u where u.id = ${session.userId} and u.suspended_at is null and u.erased_at is null
      for key share
      on conflict (id) do nothing returning id`.execute(db);
    return rows.length > 0;
  },
  find: async (id) => {
    const { rows } = await sql<Session>`/* session-find */
      select ${sessionColumns} from session s where s.id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  advance: advanceBatched(db),
  bind: async (id, from, keyHash) => {
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ strict: true, exchange_keys: [`${from}:${keyHash}`] })
      .where('id', '=', id)
      .where('generation', '=', from + 1)
      .where('strict', '=', false)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  keyOfExchange: async (id, from) => {
    const { rows } = await sql<{ key: string }>`/* session-key-of-exchange */
      select split_part(entry, ':', 2) as key from session s, unnest(s.exchange_keys) entry
      where s.id = ${id} and split_part(entry, ':', 1) = ${String(from)}`.execute(db);
    return rows[0]?.key ?? null;
  },
  use: async (id, generation, at) => {
    const stale = new Date(at.getTime() - sessionLifetimes.useStep);
    // Parallel requests find what the first of them wrote, and write nothing.
    await sql`/* session-use */
      update session s set confirmed = s.confirmed or s.generation = ${generation},
        last_used_at = greatest(s.last_used_at, ${at})
      where s.id = ${id} and ((s.generation = ${generation} and not s.confirmed) or s.last_used_at <= ${stale})`.execute(
      db,
    );
  },
  end: async (id, at) => {
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ ended_at: at })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
});

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate } as const;

interface Step {
  readonly id: SessionId;
  readonly from: number;
  readonly at: Date;
  readonly keyHash: string | null;
}

/**
 * All refreshes of one turn of the event loop in one atomic statement: rows are locked in one order; of several steps of one
 * session the first wins.
 */
const advanceBatched = (db: Database): SessionStore['advance'] => {
  const loader = new DataLoader<Step, boolean>(async (steps) => {
    const first = new Map(steps.toReversed().map((step) => [step.id, step]));
    const sessions = [...first.values()];
    const { rows } = await sql<{ id: SessionId }>`/* session-advance */
      with rotation as materialized (
        select s.id, step.at, step.key from session s
        join unnest(
          ${sessions.map(({ id }) => id)}::uuid[], ${sessions.map(({ from }) => from)}::int[], ${sessions.map(({ at }) => at)}::timestamptz[],
          ${sessions.map(({ keyHash }) => keyHash)}::text[]
        ) step (id, generation, at, key) on s.id = step.id and s.generation = step.generation
        where s.ended_at is null order by s.id for no key update of s
      )
      update session s set generation = s.generation + 1, confirmed = false, refreshed_at = rotation.at,
        last_used_at = rotation.at, strict = s.strict or rotation.key is not null,
        exchange_keys = case when rotation.key is null then s.exchange_keys else
          (array_prepend(s.generation || ':' || rotation.key, s.exchange_keys))[1:${sql.lit(rememberedExchanges)}] end
      from rotation where s.id = rotation.id returning s.id`.execute(db);
    const sessionIds = new Set(rows.map(({ id }) => id));
    return steps.map((step) => sessionIds.has(step.id) && first.get(step.id) === step);
  }, batch);
  return (id, from, at, keyHash) => loader.load({ id, from, at, keyHash });
};
