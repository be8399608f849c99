import type { Webhook, WebhookDelivery } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { DeliveryShape, WebhookShape } from '../schemas/webhook.ts';

type WebhookTypes = Static<typeof WebhookShape>['types'];

export const presentWebhook = (webhook: Webhook): Static<typeof WebhookShape> => ({
  id: webhook.id,
  url: webhook.url,
  types: [...webhook.types] as WebhookTypes,
  eventId: webhook.eventId,
  isEnabled: webhook.isEnabled,
  createdAt: webhook.createdAt.toISOString(),
});

export const presentDelivery = (delivery: WebhookDelivery): Static<typeof DeliveryShape> => ({
  id: delivery.id,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
});
