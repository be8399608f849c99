import { callerOf } from '../../authenticate.ts';
import { presentDelivery } from '../../presenters/present-webhook.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { DeliveryShape, WebhookParams } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const testWebhook: Route = (app) => {
  app.post(
    '/webhooks/:id/test',
    {
      config: { auth: 'required', problems: ['not_found', 'rate_limited'] },
      schema: {
        operationId: 'testWebhook',
        tags: ['Webhooks'],
        summary: 'Send a test message',
        description: 'Of the type `webhook.test`, without data. A disabled webhook gets it as well, once.',
        params: WebhookParams,
        response: { 201: refTo(DeliveryShape) },
      },
    },
    async (request, reply) => {
      const delivery = await request.domain.testWebhook({
        callerId: callerOf(request).userId,
        webhookId: request.params.id,
      });
      reply.code(201);
      return presentDelivery(delivery);
    },
  );
};
