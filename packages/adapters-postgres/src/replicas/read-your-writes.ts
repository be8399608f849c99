import type { UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { currentTimeline } from './timeline.ts';

/**
 * The position of the writer's log after each user's last write, so that their reads go only to replicas that have
 * replayed it (ADR 0027). A position counts bytes from the beginning of the log, on one timeline of it.
 */
export interface ReadYourWrites {
  /** From now on all reads of the user, in this process, go to the writer. */
  begin(user: UserId): void;
  /** The write is committed: stores the position on the writer, for every process. Once for each `begin`. */
  end(user: UserId): Promise<void>;
}

/** What choosing a replica needs besides. */
export interface KnownPositions extends ReadYourWrites {
  /** Records the position that a session look-up found on the writer; null for a user without a recent write. */
  learn(user: UserId, position: Position | null): void;
  /** The latest timeline that is known of; what follows another one, or none, is no replica. */
  readonly timeline: number;
  /** The writer's log is on that timeline. */
  learnTimeline(timeline: number): void;
  /**
   * What a replica must have replayed of this timeline to serve the user; `Infinity` while they are writing. Of earlier
   * timelines it has replayed all that is left.
   */
  needed(user: UserId): number;
  /** Every replica in use has replayed this position: lower ones need not be kept. */
  forgetUpTo(position: number): void;
}

/** A position of the writer's log. */
export interface Position {
  readonly position: number;
  /** Null when the version before stored it: it counts as one of the latest timeline. */
  readonly timeline: number | null;
}

/** The current position of the writer: every committed change lies before it. */
export const currentPosition = sql<number>`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint`;

/** Says that no earlier write's position is stored: a replica must have replayed all that was written until now. */
export const recordStart = async (writer: Database): Promise<void> => {
  await sql`insert into own_write_start (position) values (${currentPosition})
    on conflict do nothing`.execute(writer);
};

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate } as const;

export const readYourWrites = (writer: Database): KnownPositions => {
  const positions = new Map<UserId, number>();
  let timeline = 0;
  const writing = new Map<UserId, number>();
  const learnTimeline = (latest: number) => {
    if (latest <= timeline) return;
    timeline = latest;
    positions.clear();
  };
  const learn = (user: UserId, own: Position | null) => {
    if (!own) return;
    if (own.timeline !== null) {
      learnTimeline(own.timeline);
      if (own.timeline < timeline) return;
    }
    if (own.position > (positions.get(user) ?? 0)) positions.set(user, own.position);
  };
  const ended = (user: UserId) => {
    const others = (writing.get(user) ?? 1) - 1;
    if (others > 0) writing.set(user, others);
    else writing.delete(user);
  };

  // One statement stores the position for all writes that end within one turn of the event loop, after all of them.
  const loader = new DataLoader<UserId, Position>(async (users) => {
    const distinctUsers = [...new Set(users)].sort();
    const { rows } = await sql<Position & { user_id: UserId }>`/* own-write-end */
      insert into own_write (user_id, position, timeline, at)
      select user_id, ${currentPosition}, ${currentTimeline}, now() from unnest(${distinctUsers}::uuid[]) with ordinality due (user_id, nth) order by nth
      on conflict (user_id) do update
        set position = case when own_write.timeline = excluded.timeline
          then greatest(own_write.position, excluded.position) else excluded.position end,
          timeline = excluded.timeline, at = excluded.at
      returning user_id, position, timeline`.execute(writer);
    const positionOf = new Map(rows.map(({ user_id, ...position }) => [user_id, position]));
    return users.map((user) => positionOf.get(user) as Position);
  }, batch);

  return {
    begin: (user) => void writing.set(user, (writing.get(user) ?? 0) + 1),
    end: async (user) => {
      try {
        learn(user, await loader.load(user));
      } finally {
        ended(user);
      }
    },
    learn,
    learnTimeline,
    get timeline() {
      return timeline;
    },
    needed: (user) => (writing.has(user) ? Number.POSITIVE_INFINITY : (positions.get(user) ?? 0)),
    forgetUpTo: (position) => {
      for (const [user, own] of positions) if (own <= position) positions.delete(user);
    },
  };
};
