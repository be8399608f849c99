import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';
import { instant } from '../instant.ts';

/** Subscriptions; the operator's has no owner. Secrets are derived, not stored. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: p.uuid().primary(),
    owner: () => p.manyToOne(AppUser).mapToPk().nullable().deleteRule('cascade').updateRule('cascade'),
    url: p.text(),
    types: p.array().columnType('text[]').$type<string[]>(),
    eventId: p.uuid().nullable(),
    isEnabled: p.boolean(),
    generation: p.integer(),
    rotatedAt: instant().nullable(),
    failingSince: instant().nullable(),
    createdAt: instant(),
  },
  indexes: [{ name: 'webhook_owner_id_index', properties: ['owner', 'id'] }],
});

/** One message to one endpoint; its id is the same for all tries. */
/** Who managed a deleted event and has webhooks. */
export const FormerManager = defineEntity({
  name: 'FormerManager',
  tableName: 'former_manager',
  properties: {
    eventId: p.uuid().primary(),
    user: () => p.manyToOne(AppUser).primary().mapToPk().deleteRule('cascade').updateRule('cascade'),
    keptAt: instant(),
  },
});

export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: p.uuid().primary(),
    webhook: () => p.manyToOne(Webhook).mapToPk().deleteRule('cascade').updateRule('cascade'),
    changeId: p.uuid(),
    type: p.text(),
    data: p.json().columnType('jsonb').$type<object>(),
    status: p.text(),
    attempts: p.integer(),
    lastStatus: p.integer().nullable(),
    nextAttemptAt: instant().nullable(),
    createdAt: instant(),
  },
  uniques: [{ name: 'webhook_delivery_webhook_id_change_id_unique', properties: ['webhook', 'changeId'] }],
  indexes: [
    { name: 'webhook_delivery_list_index', properties: ['webhook', 'id'] },
    { name: 'webhook_delivery_created_at_index', properties: ['createdAt'] },
  ],
  checks: [
    { name: 'webhook_delivery_status_check', expression: "status in ('pending', 'delivered', 'failed')" },
  ],
});
