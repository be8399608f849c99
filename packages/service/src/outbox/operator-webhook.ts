import { type Dependencies, type WebhookSecrets, webhookTypes } from '@event-platform/domain';
import type { Config } from '../config/config.ts';

/** The operator gives the secret of the operator's own endpoint. */
export const operatorSecrets = (webhook: Config['webhook'], others: WebhookSecrets): WebhookSecrets => ({
  of: async (of, generation) => (of.ownerId === null && webhook ? webhook.secret : others.of(of, generation)),
});

/** There is one: a fixed id keeps its deliveries over restarts. */
const operatorWebhookId = '00000000-0000-7000-8000-000000000001';

/** Stores the operator's endpoint, or removes it, as the configuration says. */
export const setOperatorWebhook = (
  webhook: Config['webhook'],
  { stores, clock }: Pick<Dependencies, 'stores' | 'clock'>,
): Promise<void> =>
  stores.webhooks.setOperator(
    webhook
      ? {
          id: operatorWebhookId,
          ownerId: null,
          url: webhook.url,
          types: webhookTypes,
          eventId: null,
          isEnabled: true,
          generation: 0,
          rotatedAt: null,
          failingSince: null,
          createdAt: clock.now(),
        }
      : null,
  );
