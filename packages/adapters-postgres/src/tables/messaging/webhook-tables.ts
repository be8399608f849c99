import { defineEntity, p } from '@mikro-orm/core';
import { ofUser } from '../accounts/of-user.ts';
import { instant, json, texts } from '../columns.ts';

/** Subscriptions; the operator's has no owner. Secrets are derived, not stored. */
export const Webhook = defineEntity({
  name: 'Webhook',
  properties: {
    id: p.uuid().primary(),
    owner: () => ofUser().nullable().updateRule('cascade').hidden(),
    url: p.text(),
    types: texts(),
    eventId: p.uuid().nullable(),
    isEnabled: p.boolean(),
    generation: p.integer().hidden(),
    rotatedAt: instant().nullable().hidden(),
    failingSince: instant().nullable().hidden(),
    createdAt: instant(),
  },
  indexes: [{ name: 'webhook_owner_id_index', properties: ['owner', 'id'] }],
});

/** Who managed a deleted event and has webhooks. */
export const FormerManager = defineEntity({
  name: 'FormerManager',
  properties: {
    eventId: p.uuid().primary(),
    user: () => ofUser().primary().updateRule('cascade'),
    keptAt: instant(),
  },
});

/** One message to one endpoint; its id is the same for all tries. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  properties: {
    id: p.uuid().primary(),
    webhook: () => p.manyToOne(Webhook).mapToPk().deleteRule('cascade').updateRule('cascade'),
    changeId: p.uuid(),
    type: p.text(),
    data: json<object>(),
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
