import { setTimeout as delay } from 'node:timers/promises';
import type { SnapshotVersions, Stores, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { errorInWords } from '../connection/connection-fault.ts';
import type { Database } from '../database.ts';
import type { KnownPositions } from './read-your-writes.ts';

/** A server that follows the writer. */
export interface Replica {
  /** The stores over it; of these only reads will work. */
  readonly stores: Stores;
  readonly snapshotVersions: SnapshotVersions;
  /** Not to be used until it has answered again. */
  putAside(): void;
}

/** What a replica is made of. */
export interface ReplicaConnections {
  readonly stores: Stores;
  readonly snapshotVersions: SnapshotVersions;
  /** A connection of its own to ask how far the replica has come, so that a crowded pool does not look like a dead server. */
  readonly watch: Database;
}

export interface ReplicaSet {
  /** A replica that has all that the caller has written and lags no more than is allowed; null for the writer. */
  choose(caller: UserId | null): Replica | null;
  /** Changes when any of the replicas was seen to have changed; null while the writer serves strangers, too. */
  mark(): string | null;
  /** Begins to watch the servers: before, the writer serves all. */
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

/** SQLSTATEs by which a server refuses a user or a database name: what the operator set is wrong. */
const isRefusal = (error: unknown): boolean =>
  /^(?:28...|3D000)$/.test(String((error as { code?: unknown }).code));

const looksEveryMs = 250;
/** Nothing has been replayed, or it is not known how much. */
const nothing = -1;

/** A server that is not (or no longer) a standby answers null. */
const replayedPosition = sql<{ position: number | null }>`select case when pg_is_in_recovery()
  then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint end as position`;
/** What is written and not only inserted, since that is what reaches the replicas when nothing else happens. */
const writtenPosition = sql<{
  position: number;
}>`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint as position`;

/**
 * Watches how far the writer and each replica have come. A replica serves as long as it has replayed what the writer
 * had written `maxLagMs` ago, so one that is down, behind, promoted or no standby at all is left out by itself.
 * While the writer is out of reach the last thing known of it counts on.
 */
export const replicaSet = ({ replicas, writer, positions, maxLagMs, log }: ReplicaSetOptions): ReplicaSet => {
  const stopping = new AbortController();
  const samples: { readonly at: number; readonly position: number }[] = [];
  /** What every replica in use has replayed at least. */
  let floor = Number.POSITIVE_INFINITY;
  let turn = 0;

  const members = replicas.map(({ stores, snapshotVersions, watch }, index) => {
    const putAside = () => {
      member.replayed = nothing;
    };
    const member = { stores, snapshotVersions, watch, replayed: nothing, putAside };
    return { member, name: `replica ${index + 1}` };
  });

  const look = async () => {
    const at = performance.now();
    const { rows } = await writtenPosition.execute(writer);
    samples.push({ at, position: rows[0]?.position ?? 0 });
    while (samples.length > 1 && (samples[0] as { at: number }).at < at - maxLagMs) samples.shift();
    floor = samples[0]?.position ?? floor;
    positions.forgetUpTo(floor);
  };

  const again = async (work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await work();
      await delay(looksEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  const follow = async ({ member, name }: (typeof members)[number]) => {
    let state = '';
    const tell = (now: string) => {
      if (now !== state && !stopping.signal.aborted) log(`${name} ${now}`);
      state = now;
    };
    await again(async () => {
      try {
        const { rows } = await replayedPosition.execute(member.watch);
        const position = rows[0]?.position ?? null;
        member.replayed = position ?? nothing;
        if (position === null) tell('is no standby of the database and is not read from');
        else if (floor < Number.POSITIVE_INFINITY)
          tell(position >= floor ? 'is read from' : 'lags too far behind to be read from');
      } catch (error) {
        member.replayed = nothing;
        const refusal = isRefusal(error) ? ` (${errorInWords(error)})` : '';
        tell(`does not answer${refusal}: the writer is read instead`);
      }
    });
  };

  const able = (needed: number) => members.filter(({ member }) => member.replayed >= needed);
  return {
    choose: (caller) => {
      const some = able(caller === null ? floor : Math.max(floor, positions.needed(caller)));
      turn += 1;
      return some[turn % some.length]?.member ?? null;
    },
    mark: () =>
      able(floor).length === 0 ? null : `replicas ${members.map(({ member }) => member.replayed).join(' ')}`,
    watch: () => {
      // That the writer does not answer is told by whoever needs it.
      void again(() => look().catch(() => undefined));
      for (const member of members) void follow(member);
    },
    close: () => stopping.abort(),
  };
};
