import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { queueNames } from './queues.ts';

/** How much waits in a queue. */
export interface QueueState {
  readonly queue: string;
  readonly waiting: number;
  /** Failed, and will be tried again. */
  readonly retrying: number;
  /** Failed for good. */
  readonly dead: number;
  /** How long the job that should have been taken first has been waiting, in seconds; 0 when none is due. */
  readonly oldestDueSeconds: number;
}

/** A job that waits, is in progress, or failed for good. */
export interface WaitingJob {
  /** That of the delivery for a try of a webhook. */
  readonly id: string;
  readonly queue: string;
  readonly state: 'waiting' | 'retrying' | 'active' | 'dead';
  readonly tries: number;
  readonly madeAt: Date;
  /** Null for one that failed for good. */
  readonly dueAt: Date | null;
  /** The name of what went wrong in the last try. */
  readonly error: string | null;
  /** Ids and states. */
  readonly data: object;
}

/** Each try of a delivery is a job of its own. */
const state = sql`case when o.due_at = 'infinity' then 'dead' when o.taken_until > now() then 'active'
  when o.tries > 0 or o.data ->> 'attempt' > '0' then 'retrying' else 'waiting' end`;

/** A queue, or the id of a job or delivery. */
const isSubject = (queueOrId: string) =>
  sql<boolean>`${queueOrId} in (o.queue, o.id::text, o.data ->> 'deliveryId')`;

/** Jobs of one look at most. */
const most = 50;

/** What waits in each queue. */
export const readQueues = async (db: Database): Promise<readonly QueueState[]> => {
  const { rows } = await sql<QueueState>`/* queue-states */
    with entries as materialized (select o.queue, o.due_at, ${state} as state from outbox o)
    select names.queue, count(*) filter (where e.state = 'waiting')::int as waiting,
      count(*) filter (where e.state = 'retrying')::int as retrying,
      count(*) filter (where e.state = 'dead')::int as dead,
      greatest(0, coalesce(extract(epoch from now() - min(e.due_at) filter (
        where e.state in ('waiting', 'retrying') and e.due_at <= now())), 0))::float8 as "oldestDueSeconds"
    from unnest(${queueNames}::text[]) with ordinality names (queue, place)
    left join entries e on e.queue = names.queue
    group by names.queue, names.place order by names.place`.execute(db);
  return rows;
};

/** Jobs of a queue, or one by its id: those that failed for good first, then the oldest. */
export const readJobs = async (db: Database, queueOrId: string): Promise<readonly WaitingJob[]> => {
  const { rows } = await sql<WaitingJob>`/* jobs-show */
    select coalesce(d.id, o.id) as id, o.queue, ${state} as state, coalesce(d.attempts, o.tries) as tries, o.at as "madeAt",
      nullif(o.due_at, 'infinity') as "dueAt",
      coalesce(o.error, case when d.attempts > 0 then coalesce('status_' || d.last_status, 'no_response') end) as error,
      jsonb_strip_nulls(jsonb_build_object('kind', o.kind, 'eventId', o.event_id, 'userId', o.user_id,
        'actorId', o.actor_id)) || o.data as data
    from outbox o left join webhook_delivery d on d.id = (o.data ->> 'deliveryId')::uuid
    where ${isSubject(queueOrId)}
    order by o.due_at = 'infinity' desc, o.at, o.id limit ${most}`.execute(db);
  return rows;
};

/** Makes what failed due at once: a queue, or one job. Returns how many jobs. */
export const retryJobs = async (db: Database, queueOrId: string): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`/* jobs-retry */
    update outbox o set due_at = now(), tries = case when o.due_at = 'infinity' then 0 else o.tries end
    where ${isSubject(queueOrId)} and o.due_at > now() and ${state} in ('dead', 'retrying')`.execute(db);
  return Number(numAffectedRows);
};
