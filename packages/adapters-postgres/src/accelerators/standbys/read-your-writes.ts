import type { UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { ReadYourWrites } from '../../read-your-writes.ts';
import { currentTimeline } from './timeline.ts';

/**
 * Each user's last write and a position of the writer's log after it, so that their reads go only to replicas that have
 * replayed it (ADR 0027). A position counts bytes from the beginning of the log, on one timeline of it.
 */
export interface KnownPositions extends ReadYourWrites {
  /** Records what a session look-up found on the writer; null for a user without a recent write. */
  learn(user: UserId, write: OwnWrite | null): void;
  /** The latest timeline that is known of; what follows another one, or none, is no replica. */
  readonly timeline: number;
  /** The writer's log is on that timeline. */
  learnTimeline(timeline: number): void;
  /**
   * What a replica must have replayed of this timeline to serve the user; `Infinity` while they are writing. Of earlier
   * timelines it has replayed all that is left.
   */
  neededPosition(user: UserId): number;
  /** Every replica in use has replayed this position and all transactions below this one: these need not be kept. */
  forgetUpTo(position: number, transaction: number): void;
}

/** A user's last write. */
export interface OwnWrite {
  /** The transaction that stored it: while it is the same, nothing was written since. */
  readonly transaction: number;
  /** A position of the writer's log after its commit. */
  readonly position: number;
  readonly timeline: number;
}

/** The current position of the writer: every committed change lies before it. */
const currentPosition = sql<number>`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint`;

const nextTransaction = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
/** All transactions below it have ended. */
export const endedTransactions = sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/**
 * The {@link OwnWrite} of a row of `own_write`. Who stored it can't know the position of the commit: the look-up's own one
 * lies behind it. The row's transaction has 32 bits, of the last 2³² transactions.
 */
export const ownWriteOf = sql`${nextTransaction} - ((${nextTransaction} - w.xmin::text::bigint) & 4294967295) as transaction,
  ${currentPosition} as position, ${currentTimeline} as timeline`;

/** Says that no earlier write's position is stored: a replica must have replayed all that was written until now. */
export const recordStart = async (writer: Database): Promise<void> => {
  await sql`insert into own_write_start (position) values (${currentPosition})
    on conflict do nothing`.execute(writer);
};

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate } as const;

export const readYourWrites = (writer: Database): KnownPositions => {
  const writes = new Map<UserId, OwnWrite>();
  let timeline = 0;
  /** Of the timeline: all below this one are replayed. */
  let replayedTransaction = 0;
  const writesInFlight = new Map<UserId, number>();
  const learnTimeline = (latest: number) => {
    if (latest <= timeline) return;
    timeline = latest;
    replayedTransaction = 0;
    writes.clear();
  };
  const learn = (user: UserId, write: OwnWrite | null) => {
    if (!write) return;
    learnTimeline(write.timeline);
    if (write.timeline < timeline || write.transaction < replayedTransaction) return;
    const last = writes.get(user);
    // Of two look-ups the earlier one may respond later.
    if (!last || (last.transaction !== write.transaction && last.position < write.position))
      writes.set(user, write);
  };
  const finish = (user: UserId) => {
    const others = (writesInFlight.get(user) ?? 1) - 1;
    if (others > 0) writesInFlight.set(user, others);
    else writesInFlight.delete(user);
  };

  // One statement stores the position for all writes that end within one turn of the event loop, after all of them.
  const loader = new DataLoader<UserId, OwnWrite>(async (users) => {
    const distinctUsers = [...new Set(users)].sort();
    const { rows } = await sql<OwnWrite & { user_id: UserId }>`/* own-write-end */
      insert into own_write (user_id, position, timeline, at)
      select user_id, ${currentPosition}, ${currentTimeline}, now() from unnest(${distinctUsers}::uuid[]) with ordinality due (user_id, nth) order by nth
      on conflict (user_id) do update
        set position = greatest(own_write.position, excluded.position), timeline = excluded.timeline, at = excluded.at
      returning user_id, position, timeline, pg_current_xact_id()::text::bigint as transaction`.execute(
      writer,
    );
    const writeOf = new Map(rows.map(({ user_id, ...write }) => [user_id, write]));
    return users.map((user) => writeOf.get(user) as OwnWrite);
  }, batch);

  return {
    begin: (user) => void writesInFlight.set(user, (writesInFlight.get(user) ?? 0) + 1),
    end: async (user) => {
      try {
        learn(user, await loader.load(user));
      } finally {
        finish(user);
      }
    },
    learn,
    learnTimeline,
    get timeline() {
      return timeline;
    },
    neededPosition: (user) =>
      writesInFlight.has(user) ? Number.POSITIVE_INFINITY : (writes.get(user)?.position ?? 0),
    forgetUpTo: (position, transaction) => {
      replayedTransaction = transaction;
      for (const [user, write] of writes)
        if (write.position <= position && write.transaction < transaction) writes.delete(user);
    },
  };
};
