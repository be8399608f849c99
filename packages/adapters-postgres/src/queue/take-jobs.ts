import type { Change, ChangesJob, Job, QueueName } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { pauseAfter, tryLimit } from './queues.ts';

/** A worker that dies is noticed by its lease, which it renews: its jobs go on after this time. */
const leaseSeconds = 20;

/** A row of the outbox that a worker has taken. */
export interface TakenEntry {
  readonly id: string;
  readonly queue: QueueName;
  readonly kind: Change['kind'];
  readonly event_id: Change['eventId'];
  readonly user_id: Change['userId'];
  readonly actor_id: Change['actorId'];
  readonly data: object;
  readonly at: Date;
  readonly due_at: Date;
  readonly share: string | null;
  /** This one included. */
  readonly tries: number;
}

/** How much of a queue a worker may take. */
export interface Capacity {
  readonly queue: QueueName;
  readonly slots: number;
  /** Of these shares nothing is taken. */
  readonly full_shares: readonly string[];
}

/** Null for a job that is done; otherwise a name of what went wrong. */
export type Failure = string | null;

/** Takes what is due at `at`, the first due first, of all queues in one statement: of parallel callers each gets others. */
export const takeEntries = async (
  db: Database,
  capacities: readonly Capacity[],
  at: Date,
): Promise<readonly TakenEntry[]> => {
  const { rows } = await sql<TakenEntry>`/* outbox-take */
    with due as materialized (
      select j.id
      from json_to_recordset(${JSON.stringify(capacities)}::json) c (queue text, slots int, full_shares uuid[])
      cross join lateral (
        select o.id from outbox o
        where o.queue = c.queue and o.due_at <= ${at} and (o.taken_until is null or o.taken_until < now())
          and (o.share is null or o.share <> all (c.full_shares))
        order by o.due_at, o.id limit c.slots for update skip locked
      ) j
    )
    update outbox o set taken_until = now() + ${leaseSeconds} * interval '1 second', tries = tries + 1
    from due where o.id = due.id
    returning o.id, queue, kind, event_id, user_id, actor_id, data, at, due_at, share, tries`.execute(db);
  return rows.toSorted((one, other) => one.due_at.getTime() - other.due_at.getTime());
};

/** What another worker has taken meanwhile, after a lease ended, has one try more and is left to that one. */
const takenRows = (entries: readonly TakenEntry[]) =>
  sql`json_to_recordset(${JSON.stringify(entries.map(({ id, tries }) => ({ id, tries })))}::json) t (id uuid, tries int)
    where o.id = t.id and o.tries = t.tries`;

/** Keeps what a worker has taken. */
export const renewEntries = async (db: Database, entries: readonly TakenEntry[]): Promise<void> => {
  await sql`/* outbox-renew */
    update outbox o set taken_until = now() + ${leaseSeconds} * interval '1 second'
    from ${takenRows(entries)}`.execute(db);
};

/** Gives back what was not finished, as if it had not been tried. */
export const releaseEntries = async (db: Database, entries: readonly TakenEntry[]): Promise<void> => {
  await sql`/* outbox-release */
    update outbox o set taken_until = null, tries = o.tries - 1 from ${takenRows(entries)}`.execute(db);
};

/** Deletes what is done, whoever has taken it meanwhile. */
export const deleteEntries = async (db: Database, entries: readonly TakenEntry[]): Promise<void> => {
  const ids = entries.map(({ id }) => id);
  await sql`/* outbox-done */ delete from outbox where id = any(${ids}::uuid[])`.execute(db);
};

/** Puts off what failed, or keeps it for the operator; what another worker has taken meanwhile is left to that one. */
export const putOffEntries = async (
  db: Database,
  failures: readonly { readonly entry: TakenEntry; readonly failure: Failure }[],
  at: Date,
): Promise<void> => {
  const rows = failures.map(({ entry: { id, tries }, failure }) => ({
    id,
    tries,
    error: failure,
    due_at: tries < tryLimit ? new Date(at.getTime() + pauseAfter(tries)) : 'infinity',
  }));
  await sql`/* outbox-failed */
    update outbox o set due_at = f.due_at, taken_until = null, error = f.error
    from json_to_recordset(${JSON.stringify(rows)}::json) f (id uuid, tries int, error text, due_at timestamptz)
    where o.id = f.id and o.tries = f.tries`.execute(db);
};

/** What entries of one queue ask for: changes together, others one by one. */
export const jobOf = (entries: readonly [TakenEntry, ...TakenEntry[]]): Job | ChangesJob => {
  const [{ id, queue, data, due_at: dueAt, share }] = entries;
  if (queue === 'changes') return { queue, changes: entries.map(changeOf) };
  return revive({ queue, id, data, dueAt, ...(share && { share }) } as Job);
};

const changeOf = (row: TakenEntry): Change => ({
  id: row.id,
  kind: row.kind,
  eventId: row.event_id,
  userId: row.user_id,
  actorId: row.actor_id,
  data: row.data,
  at: row.at,
  dueAt: row.due_at,
});

/** Instants are texts in the data of a job. */
const revive = (job: Job): Job => {
  if (!('change' in job.data)) return job;
  const { change } = job.data;
  const revived = { ...change, at: new Date(change.at), dueAt: new Date(change.dueAt) };
  return { ...job, data: { ...job.data, change: revived } } as Job;
};
