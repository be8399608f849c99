import { erasurePolicy, noticePolicy, sessionLifetimes, signInRetention } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { isDeviceAlive } from './devices/device-rows.ts';
import { postgresNoticeStore } from './notices/postgres-notice-store.ts';
import { queueNames } from './queue/queues.ts';
import { forgetErased } from './users/erased-accounts.ts';
import { postgresDeliveryStore } from './webhooks/postgres-webhook-store.ts';

/** Replicas in use lag by seconds; an hour tolerates clocks that differ. In milliseconds. */
const ownWriteRetention = 3_600_000;

/** Each process follows the changes of events every few seconds; one that was stopped for longer reads all again. In milliseconds. */
const changeRetention = 600_000;

/** For operators who try again what failed for good (`npm run outbox`). In milliseconds. */
const deadJobRetention = 14 * 24 * 3_600_000;

/** Rows of one statement at most, so that it is short even after a long time without sweeping. */
const batchSize = 1_000;

/**
 * Deletes devices whose session expired or that were not seen for long, old notices, deliveries and jobs that failed for good, what outlived erased accounts, expired quotas, receipts and what their forms led to, codes of mails, stored responses, sign-in records and networks, and changes of
 * events that every process has followed; retires ended events.
 */
export const sweep = async (db: Database, at: Date): Promise<void> => {
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds);
  await deleteQuotas(db, at);
  await deleteStoredResponses(db, at);
  await db.deleteFrom('form_receipt').where('until', '<=', at).execute();
  await db
    .deleteFrom('session')
    .where('is_receipt', '=', true)
    .where('created_at', '<=', before(sessionLifetimes.receipt))
    .execute();
  await db.deleteFrom('email_proof').where('expires_at', '<=', at).execute();
  await forgetDevices(db, at);
  await db.deleteFrom('own_write').where('at', '<', before(ownWriteRetention)).execute();
  await db.deleteFrom('sign_in').where('updated_at', '<', before(signInRetention)).execute();
  await db.deleteFrom('sign_in_network').where('signed_in_at', '<', before(signInRetention)).execute();
  await forgetDeadJobs(db, before(deadJobRetention));
  await moveFormerJobs(db);
  await forgetErased(db, before(erasurePolicy.retention));
  await forgetNotices(db, before(noticePolicy.retention));
  await forgetDeletedEvents(db, before(noticePolicy.deletedEventRetention));
  await forgetChanges(db, at);
  await retireEnded(db, at);
};

/** Budgets that a caller is charging are left for the next sweep: they are locked in another order. */
const deleteQuotas = async (db: Database, at: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from quota_use where key in (
        select key from quota_use where until <= ${at}
        order by until limit ${batchSize} for update skip locked
      )`.execute(db);
    if (numAffectedRows < batchSize) return;
  }
};

const deleteStoredResponses = async (db: Database, at: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from stored_response where (user_id, request_hash) in (
        select user_id, request_hash from stored_response where until <= ${at}
        order by until limit ${batchSize} for update skip locked
      )`.execute(db);
    if (numAffectedRows < batchSize) return;
  }
};

/** Sessions expire without a write; what ends one deletes its devices itself. */
const forgetDevices = async (db: Database, at: Date): Promise<void> => {
  await sql`
    delete from device d using session s where s.id = d.session_id and not ${isDeviceAlive(at)}`.execute(db);
};

/** The index is by queue. */
const forgetDeadJobs = async (db: Database, before: Date): Promise<void> => {
  await sql`delete from outbox where queue = any(${queueNames}) and due_at = 'infinity' and at < ${before}`.execute(
    db,
  );
};

/** Replicas of version 0.1.0 write mails into a queue of their own until they are replaced (ADR 0065). */
const moveFormerJobs = async (db: Database): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ moved: number }>`select move_former_jobs(${batchSize}) as moved`.execute(db);
    if (!rows[0]?.moved) return;
  }
};

/**
 * Deletes changes of transactions that had ended at the last time, some minutes ago, and says so first: whoever follows the
 * changes knows whether some are missing.
 */
const forgetChanges = async (db: Database, at: Date): Promise<void> => {
  const due = new Date(at.getTime() - changeRetention);
  await sql`
    with forgotten as (
      update forgotten_changes
      set below = next_below, next_below = pg_snapshot_xmin(pg_current_snapshot()), at = ${at}
      where at < ${due} returning below
    )
    delete from event_change c using forgotten f where c.xid < f.below`.execute(db);
};

/**
 * Removes ended events from the indexes of live events. Sitemaps are exact without it, but read more rows the longer it does
 * not run. Events that another transaction is changing are left for the next sweep.
 */
const retireEnded = async (db: Database, at: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update event set is_live = false where id in (
        select e.id from event e
        where e.visibility = 'public' and e.status = 'scheduled' and e.is_live and e.end_at <= ${at}
        order by e.end_at limit ${batchSize} for no key update skip locked
      )`.execute(db);
    if (numAffectedRows < batchSize) return;
  }
};

/** Deletes old notices and deliveries. */
const forgetNotices = async (db: Database, before: Date): Promise<void> => {
  const notices = postgresNoticeStore(db);
  while (await notices.forget(before));
  const deliveries = postgresDeliveryStore(db);
  while (await deliveries.forget(before));
};

/** Deletes whom to tell of deleted events; the time of a list of guests is in its id (UUIDv7). */
const forgetDeletedEvents = async (db: Database, before: Date): Promise<void> => {
  const time = before.getTime().toString(16).padStart(12, '0');
  const listId = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  await db.deleteFrom('guest_list').where('list_id', '<', listId).execute();
  await db.deleteFrom('former_manager').where('kept_at', '<', before).execute();
};
