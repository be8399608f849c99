import { setTimeout as delay } from 'node:timers/promises';
import type { MailQueueState, Postgres } from '@event-platform/adapters-postgres';
import { Gauge, type Registry } from 'prom-client';

/** For how long a look at the queue serves, in milliseconds, so that many readers cost one statement. */
const freshFor = 5_000;
/** How long a reader waits for the database, in milliseconds. */
const timeouts = 2_000;

/**
 * How the pools and the mail queue stand when the metrics are read. A database that is away makes
 * `event_platform_database_up` 0 and the queue unknown; it never keeps the metrics from being read.
 */
export const databaseMetrics = (
  registry: Registry,
  postgres: Pick<Postgres, 'poolStates' | 'mailQueueState'>,
): void => {
  const registers = [registry];
  const latest = latestOf(() => postgres.mailQueueState());

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
  // The queue is one for all processes: of several that report it one counts, not their sum.
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
    name: 'event_platform_database_up',
    help: 'Whether the database answered the last question about the mail queue.',
    registers,
    aggregator: 'min',
    async collect() {
      this.set((await latest()) ? 1 : 0);
    },
  });
};

/** Reads at most once in a while and for all who ask; undefined while the answer fails or does not come. */
const latestOf = (read: () => Promise<MailQueueState>): (() => Promise<MailQueueState | undefined>) => {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<MailQueueState | undefined> = Promise.resolve(undefined);
  let isReading = false;
  return () => {
    if (!isReading && performance.now() - readAt > freshFor) {
      readAt = performance.now();
      isReading = true;
      reading = read()
        .catch(() => undefined)
        .finally(() => {
          isReading = false;
        });
    }
    return Promise.race([reading, delay(timeouts, undefined, { ref: false })]);
  };
};
