import type { UserId } from '@event-platform/domain';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * The position of the writer's log after each user's last write, so that their reads go only to replicas that have
 * replayed it (ADR 0027). A position counts bytes from the beginning of the log.
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
  learn(user: UserId, position: number | null): void;
  /** What a replica must have replayed to serve the user; `Infinity` while they are writing. */
  needed(user: UserId): number;
  /** Every replica in use has replayed this position: lower ones need not be kept. */
  forgetUpTo(position: number): void;
}

/** The current position of the writer: every committed change lies before it. */
export const currentPosition = sql<number>`(pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint`;

/** Larger batches make single statements slow. */
const batch = { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate } as const;

export const readYourWrites = (writer: Database): KnownPositions => {
  const positions = new Map<UserId, number>();
  const writing = new Map<UserId, number>();
  const learn = (user: UserId, position: number | null) => {
    if (position !== null && position > (positions.get(user) ?? 0)) positions.set(user, position);
  };
  const ended = (user: UserId) => {
    const others = (writing.get(user) ?? 1) - 1;
    if (others > 0) writing.set(user, others);
    else writing.delete(user);
  };

  // One statement stores the position for all writes that end within one turn of the event loop, after all of them.
  const loader = new DataLoader<UserId, number>(async (users) => {
    const due = [...new Set(users)].sort();
    const { rows } = await sql<{ user_id: UserId; position: number }>`/* own-write-end */
      insert into own_write (user_id, position, at)
      select user_id, ${currentPosition}, now() from unnest(${due}::uuid[]) with ordinality due (user_id, nth) order by nth
      on conflict (user_id) do update
        set position = greatest(own_write.position, excluded.position), at = excluded.at
      returning user_id, position`.execute(writer);
    const found = new Map(rows.map(({ user_id, position }) => [user_id, position]));
    return users.map((user) => found.get(user) as number);
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
    needed: (user) => (writing.has(user) ? Number.POSITIVE_INFINITY : (positions.get(user) ?? 0)),
    forgetUpTo: (position) => {
      for (const [user, own] of positions) if (own <= position) positions.delete(user);
    },
  };
};
