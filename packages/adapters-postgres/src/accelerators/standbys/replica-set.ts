import { setTimeout as delay } from 'node:timers/promises';
import type { Stores, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { errorInWords } from '../../connection/connection-fault.ts';
import type { Database } from '../../database.ts';
import { endedTransactions, type KnownPositions, recordStart } from './read-your-writes.ts';
import { currentTimeline, recordTimeline, replayedTimeline } from './timeline.ts';

/** A server that follows the writer. */
export interface Replica {
  readonly db: Database;
  /** The stores over it; of these only reads will work. */
  readonly stores: Stores;
  /** Excludes the replica until it has responded again. */
  exclude(): void;
}

/** What a replica is made of. */
export interface ReplicaConnections {
  readonly db: Database;
  readonly stores: Stores;
  /** A connection of its own to read the replayed position, so that a busy pool is not taken for a dead server. */
  readonly watch: Database;
}

export interface ReplicaSet {
  /**
   * A replica that has replayed the caller's writes, and the log up to a position, and lags no more than allowed; null for the
   * writer.
   */
  choose(caller: UserId | null, position?: number): Replica | null;
  /** Resolves when no process reads from a replica what operators have hidden until now, unless it replayed that. */
  settle(): Promise<void>;
  /** Begins to watch the servers; until then the writer serves all reads. */
  watch(): void;
  close(): void;
}

export interface ReplicaSetOptions {
  readonly replicas: readonly ReplicaConnections[];
  /** A connection of its own to the writer. */
  readonly writer: Database;
  readonly positions: KnownPositions;
  /** How old what a replica shows may be, in milliseconds. */
  readonly maxLagMs: number;
  readonly log: (message: string) => void;
}

/** SQLSTATEs by which a server rejects a user or a database name: the configuration is wrong. */
const isRefusal = (error: unknown): boolean =>
  /^(?:28...|3D000)$/.test(String((error as { code?: unknown }).code));

const watchIntervalMs = 250;
/** Nothing has been replayed, or the position is unknown. */
const unknownPosition = -1;

/** How often operators hid or restored something. */
const countedActs = sql`coalesce((select version from moderation), 0)::bigint`;
/** A server that is not (or no longer) a standby responds null. */
const replayedPosition = sql<{
  position: number | null;
  timeline: number;
  acts: number;
}>`select case when pg_is_in_recovery()
  then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as position, ${replayedTimeline} as timeline,
  ${countedActs} as acts`;
/** The written position, not the inserted one: only written log reaches the replicas when no commit follows. */
const writtenPosition = sql<{
  position: number;
  timeline: number;
  acts: number;
  ended_below: number;
  start: number | null;
}>`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as position, ${currentTimeline} as timeline,
  ${endedTransactions} as ended_below,
  ${countedActs} as acts, (select position from own_write_start) as start`;

/**
 * Watches the positions of the writer and of each replica. A replica serves as long as it has replayed what the writer
 * had written `maxLagMs` ago and every act of operators, on the writer's timeline, so one that is down, lagging, promoted
 * or no standby at all is excluded, and one that follows a former writer.
 * While the writer is unreachable its last known position remains in force.
 */
export const replicaSet = ({ replicas, writer, positions, maxLagMs, log }: ReplicaSetOptions): ReplicaSet => {
  const stopSignal = new AbortController();
  const samples: { readonly at: number; readonly position: number; readonly endedBelow: number }[] = [];
  /** The position that every replica in use has replayed at least. */
  let floor = Number.POSITIVE_INFINITY;
  let isWatching = false;
  /** The acts of operators that the writer had at the last look. */
  let actsOfWriter = 0;
  let nextIndex = 0;
  /** The timeline that this process has recorded. */
  let recordedTimeline = 0;

  const members = replicas.map(({ db, stores, watch }, index) => {
    const exclude = () => {
      member.replayed = unknownPosition;
    };
    const member = { db, stores, watch, replayed: unknownPosition, timeline: 0, acts: 0, exclude };
    return { member, name: `replica ${index + 1}` };
  });

  const look = async (): Promise<void> => {
    const at = performance.now();
    const { rows } = await writtenPosition.execute(writer);
    const { position = 0, timeline = 0, acts = 0, ended_below: endedBelow = 0, start = null } = rows[0] ?? {};
    if (start === null) {
      await recordStart(writer);
      return look();
    }
    if (timeline !== recordedTimeline) {
      await recordTimeline(writer, timeline);
      recordedTimeline = timeline;
      positions.learnTimeline(timeline);
      // From here on replicas show the timeline that they follow. What was written before is of another one.
      samples.length = 0;
      actsOfWriter = 0;
      return look();
    }
    samples.push({ at, position, endedBelow });
    // An earlier look may end later.
    actsOfWriter = Math.max(actsOfWriter, acts);
    while (samples.length > 1 && (samples[0] as { at: number }).at < at - maxLagMs) samples.shift();
    floor = Math.max(samples[0]?.position ?? floor, start);
    positions.forgetUpTo(floor, samples[0]?.endedBelow ?? 0);
  };

  const again = async (work: () => Promise<void>) => {
    while (!stopSignal.signal.aborted) {
      await work();
      await delay(watchIntervalMs, undefined, { signal: stopSignal.signal, ref: false }).catch(
        () => undefined,
      );
    }
  };

  const follow = async ({ member, name }: (typeof members)[number]) => {
    let state = '';
    const tell = (now: string) => {
      if (now !== state && !stopSignal.signal.aborted) log(`${name} ${now}`);
      state = now;
    };
    await again(async () => {
      try {
        const { rows } = await replayedPosition.execute(member.watch);
        const { position = null, timeline = 0 } = rows[0] ?? {};
        member.replayed = position ?? unknownPosition;
        member.timeline = timeline;
        member.acts = rows[0]?.acts ?? 0;
        if (position === null) tell('is no standby of the database and is not read from');
        else if (floor < Number.POSITIVE_INFINITY && position >= floor && timeline !== positions.timeline)
          tell('follows a former writer and is not read from');
        else if (floor < Number.POSITIVE_INFINITY)
          tell(position >= floor ? 'is read from' : 'lags too far behind to be read from');
      } catch (error) {
        member.replayed = unknownPosition;
        const refusal = isRefusal(error) ? ` (${errorInWords(error)})` : '';
        tell(`does not respond${refusal}: the writer is read instead`);
      }
    });
  };

  const able = (position: number) =>
    members.filter(
      ({ member }) =>
        member.replayed >= position && member.timeline === positions.timeline && member.acts >= actsOfWriter,
    );
  return {
    choose: (caller, position = 0) => {
      const ofCaller = caller === null ? 0 : positions.neededPosition(caller);
      const some = able(Math.max(floor, position, ofCaller));
      nextIndex += 1;
      return some[nextIndex % some.length]?.member ?? null;
    },
    settle: async () => {
      if (!isWatching) return;
      // This process at once, the others at their next look. What was hidden is hidden, whether the writer responds or not.
      await look().catch(() => undefined);
      await delay(2 * watchIntervalMs);
    },
    watch: () => {
      isWatching = true;
      // A writer that does not respond is reported by the calls that need it.
      void again(() => look().catch(() => undefined));
      for (const member of members) void follow(member);
    },
    close: () => stopSignal.abort(),
  };
};
