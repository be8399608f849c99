import {
  type DeliveryStore,
  offsetOf,
  type Webhook,
  type WebhookDelivery,
  type WebhookStore,
} from '@event-platform/domain';
import { type SqlBool, sql, type Updateable } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database, Rows } from '../database.ts';

/** Rows of one statement at most. */
const batchSize = 5_000;

const webhookColumns = sql`w.id, w.owner_id as "ownerId", w.url, w.types, w.event_id as "eventId",
  w.is_enabled as "isEnabled", w.generation, w.rotated_at as "rotatedAt", w.failing_since as "failingSince",
  w.created_at as "createdAt"`;

const deliveryColumns = sql`d.id, d.webhook_id as "webhookId", d.change_id as "changeId", d.type, d.data, d.status,
  d.attempts, d.last_status as "lastStatus", d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt"`;

const insert = async (db: Database, webhook: Webhook): Promise<void> => {
  const { id, ownerId, url, types, eventId, isEnabled, generation, createdAt } = webhook;
  await sql`/* webhook-add */
    insert into webhook (id, owner_id, url, types, event_id, is_enabled, generation, created_at)
    values (${id}, ${ownerId}, ${url}, ${[...types]}::text[], ${eventId}, ${isEnabled}, ${generation}, ${createdAt})
    on conflict (id) do update set url = excluded.url, types = excluded.types, is_enabled = true`.execute(db);
};

export const postgresWebhookStore = (db: Database): WebhookStore => ({
  add: (webhook, limit) =>
    inTransaction(db, async (inside) => {
      // The lock makes parallel calls of one owner count each other's webhooks.
      const { rows } = await sql<{ count: number }>`/* webhook-count */
        with owner as materialized (
          select id from app_user where id = ${webhook.ownerId} and erased_at is null for no key update
        )
        select id as owner from owner`.execute(inside);
      if (rows.length === 0) return false;
      const { rows: totals } = await sql<{ count: number }>`
        select count(*)::int as count from webhook where owner_id = ${webhook.ownerId}`.execute(inside);
      if ((totals[0]?.count ?? 0) >= limit) return false;
      await insert(inside, webhook);
      return true;
    }),
  find: async (id) => {
    const { rows } = await sql<Webhook>`select ${webhookColumns} from webhook w where w.id = ${id}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  list: async (owner) => {
    const { rows } = await sql<Webhook>`
      select ${webhookColumns} from webhook w where w.owner_id = ${owner} order by w.id`.execute(db);
    return rows;
  },
  change: async (id, { url, types, isEnabled, generation, rotatedAt, failingSince }) => {
    const columns: Updateable<Rows['webhook']> = {
      ...(url !== undefined && { url }),
      ...(types !== undefined && { types: [...types] }),
      ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      ...(generation !== undefined && { generation }),
      ...(rotatedAt !== undefined && { rotated_at: rotatedAt }),
      ...(failingSince !== undefined && { failing_since: failingSince }),
    };
    if (Object.keys(columns).length === 0) return;
    await db.updateTable('webhook').set(columns).where('id', '=', id).execute();
  },
  noteFailure: async (id, at) => {
    const { rows } = await sql<{ since: Date }>`/* webhook-failure */
      with current_row as materialized (
        -- Locked as it is after those that note a failure at once.
        select id, failing_since from webhook where id = ${id} and is_enabled for no key update
      ),
      marks as (
        update webhook w set failing_since = ${at} from current_row c
        where w.id = c.id and (c.failing_since is null or c.failing_since > ${at})
      )
      select least(failing_since, ${at}::timestamptz) as since from current_row`.execute(db);
    return rows[0]?.since ?? null;
  },
  disable: async (id, failingSince) => {
    const { numAffectedRows = 0n } = await sql`/* webhook-disable */
      update webhook set is_enabled = false where id = ${id} and is_enabled
        and (${failingSince ?? null}::timestamptz is null or failing_since = ${failingSince ?? null}::timestamptz)`.execute(
      db,
    );
    return numAffectedRows > 0n;
  },
  remove: async (id) => {
    await db.deleteFrom('webhook').where('id', '=', id).execute();
  },
  setOperator: (webhook) =>
    inTransaction(db, async (inside) => {
      await sql<SqlBool>`
        delete from webhook where owner_id is null and id is distinct from ${webhook?.id ?? null}::uuid`.execute(
        inside,
      );
      if (webhook) await insert(inside, webhook);
    }),
  listeners: async (changes) => {
    if (changes.length === 0) return [];
    const rows = changes.map(({ id, kind, eventId }) => ({ id, kind, event_id: eventId }));
    const { rows: listeners } = await sql<Webhook & { changeId: string }>`/* webhook-listeners */
      with changes as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json) c (id uuid, kind text, event_id uuid)
      ),
      managers as materialized (
        select c.id as change_id, e.organizer_id as id from changes c join event e on e.id = c.event_id
        union select c.id, a.user_id from changes c join event_admin a on a.event_id = c.event_id
        union select c.id, f.user_id from changes c join former_manager f on f.event_id = c.event_id
      )
      select c.id as "changeId", ${webhookColumns} from changes c join webhook w on w.owner_id is null
      where w.is_enabled and c.kind = any(w.types)
      union all
      select c.id, ${webhookColumns} from managers m
      join changes c on c.id = m.change_id
      join app_user u on u.id = m.id and u.suspended_at is null
      join webhook w on w.owner_id = m.id
      where w.is_enabled and c.kind = any(w.types) and c.kind <> 'notice.created'
        and (w.event_id is null or w.event_id = c.event_id)`.execute(db);
    return listeners.map(({ changeId, ...webhook }) => ({ changeId, webhook }));
  },
  keepManagers: async (event, at) => {
    await sql`/* former-managers */
      insert into former_manager (event_id, user_id, kept_at)
      select ${event}::uuid, m.id, ${at}::timestamptz from (
        select organizer_id as id from event where id = ${event}
        union select user_id from event_admin where event_id = ${event}
      ) m
      where exists (select from webhook w where w.owner_id = m.id)
      on conflict do nothing`.execute(db);
  },
});

type Claim = Webhook & WebhookDelivery & { readonly webhookCreatedAt: Date };

const webhookOf = (claim: Claim): Webhook => {
  const { ownerId, url, types, eventId, isEnabled, generation, rotatedAt, failingSince } = claim;
  const { webhookId: id, webhookCreatedAt: createdAt } = claim;
  return { id, ownerId, url, types, eventId, isEnabled, generation, rotatedAt, failingSince, createdAt };
};

const deliveryOf = (claim: Claim): WebhookDelivery => {
  const { id, webhookId, changeId, type, data, status, attempts, lastStatus, nextAttemptAt, createdAt } =
    claim;
  return { id, webhookId, changeId, type, data, status, attempts, lastStatus, nextAttemptAt, createdAt };
};

export const postgresDeliveryStore = (db: Database): DeliveryStore => ({
  add: async (deliveries) => {
    if (deliveries.length === 0) return [];
    const rows = deliveries.map((delivery) => ({
      id: delivery.id,
      webhook_id: delivery.webhookId,
      change_id: delivery.changeId,
      type: delivery.type,
      data: delivery.data,
      status: delivery.status,
      attempts: delivery.attempts,
      last_status: delivery.lastStatus,
      next_attempt_at: delivery.nextAttemptAt,
      created_at: delivery.createdAt,
    }));
    const { rows: newDeliveries } = await sql<WebhookDelivery>`/* delivery-add */
      with insertions as (
        insert into webhook_delivery
        select d.* from json_populate_recordset(null::webhook_delivery, ${JSON.stringify(rows)}::json) d
        join webhook w on w.id = d.webhook_id
        on conflict (webhook_id, change_id) do nothing returning *
      )
      select ${deliveryColumns} from insertions d`.execute(db);
    return newDeliveries;
  },
  find: async (id) => {
    const { rows } = await sql<WebhookDelivery>`
      select ${deliveryColumns} from webhook_delivery d where d.id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  claim: async (id, attempts) => {
    const { rows } = await sql<Claim>`/* delivery-claim */
      with claim as materialized (
        select d.id, u.suspended_at is null and (w.is_enabled or d.type = 'webhook.test') as is_wanted
        from webhook_delivery d join webhook w on w.id = d.webhook_id left join app_user u on u.id = w.owner_id
        where d.id = ${id} and d.status = 'pending' and d.attempts = ${attempts}
      ),
      failure as (
        update webhook_delivery d set status = 'failed', next_attempt_at = null from claim c
        where d.id = c.id and not c.is_wanted and d.attempts = ${attempts}
      )
      select ${webhookColumns}, w.created_at as "webhookCreatedAt", ${deliveryColumns}
      from claim c join webhook_delivery d on d.id = c.id join webhook w on w.id = d.webhook_id
      where c.is_wanted`.execute(db);
    const [row] = rows;
    // The delivery's columns come last, and so are those of equal names.
    return row ? { delivery: deliveryOf(row), webhook: webhookOf(row) } : null;
  },
  list: async (webhookId, page) => {
    const { rows: totals } = await sql<{ total: number }>`
      select count(*)::int as total from webhook_delivery where webhook_id = ${webhookId}`.execute(db);
    const { rows } = await sql<WebhookDelivery>`/* delivery-list */
      select ${deliveryColumns} from webhook_delivery d where d.webhook_id = ${webhookId}
      order by d.id desc limit ${page.limit} offset ${offsetOf(page)}`.execute(db);
    return { ...page, total: totals[0]?.total ?? 0, items: rows };
  },
  record: async (id, attempts, outcome) => {
    const { numUpdatedRows } = await db
      .updateTable('webhook_delivery')
      .set({
        status: outcome.status,
        attempts: outcome.attempts,
        last_status: outcome.lastStatus,
        next_attempt_at: outcome.nextAttemptAt,
      })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  forget: async (before) => {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_delivery where id in (
        select id from webhook_delivery where created_at < ${before} order by created_at limit ${batchSize}
      )`.execute(db);
    return numAffectedRows >= batchSize;
  },
});
