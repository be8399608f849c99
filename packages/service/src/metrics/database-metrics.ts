import type { Postgres } from '@event-platform/adapters-postgres';
import { Gauge, type Registry } from 'prom-client';
import { latestOf } from './latest-of.ts';

/**
 * The state of the pools and the mail queue when the metrics are read. An unreachable database makes
 * `event_platform_database_up` 0 and the queue unknown; it does not fail the request.
 */
export const databaseMetrics = (
  registry: Registry,
  postgres: Pick<Postgres, 'poolStates' | 'mailQueueState' | 'queueStates'>,
): void => {
  const registers = [registry];
  const latest = latestOf(() => postgres.mailQueueState());
  const latestQueues = latestOf(() => postgres.queueStates());

  new Gauge({
    name: 'event_platform_pg_pool_connections',
    help: 'Connections of a pool (total, idle) and callers that wait for one (waiting).',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { name, total, idle, waiting } of postgres.poolStates()) {
        this.set({ pool: name, state: 'total' }, total);
        this.set({ pool: name, state: 'idle' }, idle);
        this.set({ pool: name, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'event_platform_pg_pool_size',
    help: 'How many connections a pool may hold.',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const { name, size } of postgres.poolStates()) this.set({ pool: name }, size);
    },
  });
  // All processes share one queue: their reports are not added up.
  new Gauge({
    name: 'event_platform_mail_queue_jobs',
    help: 'Mails that wait: fresh ones, and those that failed and will be tried again (retrying).',
    labelNames: ['state'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      const queue = await latest();
      if (!queue) return;
      this.set({ state: 'fresh' }, queue.fresh);
      this.set({ state: 'retrying' }, queue.retrying);
    },
  });
  new Gauge({
    name: 'event_platform_mail_queue_oldest_due_seconds',
    help: 'How long the mail that should have been taken first has been due.',
    registers,
    aggregator: 'max',
    async collect() {
      const queue = await latest();
      if (queue) this.set(queue.oldestDueSeconds);
      else this.remove();
    },
  });
  new Gauge({
    name: 'event_platform_outbox_jobs',
    help: 'What waits in the outbox and for its consumers: not tried yet (waiting), retrying, or failed for good (dead).',
    labelNames: ['queue', 'state'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { queue, waiting, retrying, dead } of (await latestQueues()) ?? []) {
        this.set({ queue, state: 'waiting' }, waiting);
        this.set({ queue, state: 'retrying' }, retrying);
        this.set({ queue, state: 'dead' }, dead);
      }
    },
  });
  new Gauge({
    name: 'event_platform_outbox_oldest_due_seconds',
    help: 'How long what should have been taken first has been due.',
    labelNames: ['queue'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { queue, oldestDueSeconds } of (await latestQueues()) ?? [])
        this.set({ queue }, oldestDueSeconds);
    },
  });
  new Gauge({
    name: 'event_platform_database_up',
    help: 'Whether the database answered the last question about the mail queue.',
    registers,
    aggregator: 'min',
    async collect() {
      this.set((await latest()) ? 1 : 0);
    },
  });
};
