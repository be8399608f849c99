import { callerOf } from '../../authenticate.ts';
import { presentDelivery } from '../../presenters/present-webhook.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { DeliveryParams, DeliveryShape } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const retryDelivery: Route = (app) => {
  app.post(
    '/webhooks/:id/deliveries/:deliveryId/retry',
    {
      config: { auth: 'required', problems: ['not_found', 'rate_limited'] },
      schema: {
        operationId: 'retryDelivery',
        tags: ['Webhooks'],
        summary: 'Deliver a message again',
        description: 'Now, under the same id, and with all its retries.',
        params: DeliveryParams,
        response: { 200: refTo(DeliveryShape) },
      },
    },
    async (request) => {
      const { id: webhookId, deliveryId } = request.params;
      const { userId: callerId } = callerOf(request);
      return presentDelivery(await request.domain.retryDelivery({ callerId, webhookId, deliveryId }));
    },
  );
};
