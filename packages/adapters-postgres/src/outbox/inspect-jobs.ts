import type { QueueName } from '@event-platform/domain';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { type Database, jobSchema } from '../database.ts';
import { deadLetterQueue } from './consumer-queues.ts';

/** A job that waits, is in progress, or failed for good. */
export interface WaitingJob {
  readonly id: string;
  readonly queue: string;
  readonly state: 'waiting' | 'retrying' | 'active' | 'dead';
  readonly tries: number;
  readonly madeAt: Date;
  readonly dueAt: Date;
  /** The name of what went wrong in the last try. */
  readonly error: string | null;
  /** Ids and states. */
  readonly data: object;
}

const deliveryQueue: QueueName = 'webhook-deliveries';

/** Jobs of one look at most. */
const most = 50;

/** Jobs of a queue, or one by its id: those that failed for good first, then the oldest. */
export const readJobs = async (db: Database, queueOrId: string): Promise<readonly WaitingJob[]> => {
  const { rows } = await sql<WaitingJob>`/* jobs-show */
    select j.id, coalesce(j.source_name, j.name) as queue,
      case when j.name like '%-dead' then 'dead' when j.state = 'created' then 'waiting'
        when j.state = 'retry' then 'retrying' else 'active' end as state,
      coalesce(j.source_retry_count, j.retry_count) as tries, j.created_on as "madeAt", j.start_after as "dueAt",
      coalesce(j.source_output, j.output) ->> 'error' as error, j.data
    from ${sql.table(`${jobSchema}.job`)} j
    where (j.name = any(${[queueOrId, deadLetterQueue(queueOrId)]}::text[]) or j.id::text = ${queueOrId})
      and j.state <= 'active'
    order by j.name like '%-dead' desc, j.created_on limit ${most}`.execute(db);
  return [...rows, ...(await deliveriesToRetry(db, queueOrId))].slice(0, most);
};

/** Deliveries wait in the outbox for their next try, each under its own id. */
const deliveriesToRetry = async (db: Database, queueOrId: string): Promise<readonly WaitingJob[]> => {
  const { rows } = await sql<WaitingJob>`/* deliveries-show */
    select d.id, ${deliveryQueue} as queue, 'retrying' as state, d.attempts as tries, d.created_at as "madeAt",
      o.due_at as "dueAt", coalesce('status_' || d.last_status, 'no_response') as error, o.data
    from outbox o join webhook_delivery d on d.id = (o.data ->> 'deliveryId')::uuid
    where o.kind = 'delivery.due' and o.due_at > now() and d.status = 'pending'
      and ${queueOrId} in (${deliveryQueue}, d.id::text)
    order by o.due_at limit ${most}`.execute(db);
  return rows;
};

/** Makes what failed due at once: a queue, or one job. Returns how many jobs. */
export const retryJobs = async (db: Database, boss: PgBoss, queueOrId: string): Promise<number> => {
  const { rows: deadJobs } = await sql<{ queue: string; ids: string[] }>`
    select name as queue, array_agg(id) as ids from ${sql.table(`${jobSchema}.job`)}
    where name like '%-dead' and state < 'active' and (name = ${deadLetterQueue(queueOrId)} or id::text = ${queueOrId})
    group by name`.execute(db);
  let movedCount = 0;
  for (const { queue, ids } of deadJobs) movedCount += await boss.redrive(queue, { ids, limit: ids.length });
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(`${jobSchema}.job`)} set start_after = now()
    where state = 'retry' and start_after > now() and (name = ${queueOrId} or id::text = ${queueOrId})`.execute(
    db,
  );
  const { numAffectedRows: deliveries = 0n } = await sql`
    update outbox set due_at = now()
    where kind = 'delivery.due' and due_at > now()
      and ${queueOrId} in (${deliveryQueue}, data ->> 'deliveryId')`.execute(db);
  return movedCount + Number(numAffectedRows) + Number(deliveries);
};
