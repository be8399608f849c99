import type { Postgres } from '@event-platform/adapters-postgres';
import { Gauge, type Registry } from 'prom-client';
import { latestOf } from './latest-of.ts';

/**
 * The state of the pools and the outbox when the metrics are read. An unreachable database makes
 * `event_platform_database_up` 0 and the queue unknown; it does not fail the request.
 */
export const databaseMetrics = (
  registry: Registry,
  postgres: Pick<Postgres, 'poolStates' | 'queueStates' | 'listings'>,
): void => {
  const registers = [registry];
  const latest = latestOf(() => postgres.queueStates());
  const latestMails = async () => (await latest())?.find(({ queue }) => queue === 'invitation-mail');

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
  new Gauge({
    name: 'event_platform_listing_index_events',
    help: 'Events in the index of listings of a process; absent while it is off or loading.',
    registers,
    collect() {
      const listings = postgres.listings();
      if (listings.state === 'loaded') this.set(listings.count);
      else this.remove();
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
      const mails = await latestMails();
      if (!mails) return;
      this.set({ state: 'fresh' }, mails.waiting);
      this.set({ state: 'retrying' }, mails.retrying);
    },
  });
  new Gauge({
    name: 'event_platform_mail_queue_oldest_due_seconds',
    help: 'How long the mail that should have been taken first has been due.',
    registers,
    aggregator: 'max',
    async collect() {
      const mails = await latestMails();
      if (mails) this.set(mails.oldestDueSeconds);
      else this.remove();
    },
  });
  new Gauge({
    name: 'event_platform_outbox_jobs',
    help: 'What waits in each queue of the outbox: not tried yet (waiting), retrying, or failed for good (dead).',
    labelNames: ['queue', 'state'],
    registers,
    aggregator: 'max',
    async collect() {
      this.reset();
      for (const { queue, waiting, retrying, dead } of (await latest()) ?? []) {
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
      for (const { queue, oldestDueSeconds } of (await latest()) ?? []) this.set({ queue }, oldestDueSeconds);
    },
  });
  new Gauge({
    name: 'event_platform_database_up',
    help: 'Whether the database answered the last question about the outbox.',
    registers,
    aggregator: 'min',
    async collect() {
      this.set((await latest()) ? 1 : 0);
    },
  });
};
