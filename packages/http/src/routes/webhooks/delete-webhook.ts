import { callerOf } from '../../authenticate.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import { WebhookParams } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const deleteWebhook: Route = (app) => {
  app.delete(
    '/webhooks/:id',
    {
      config: { auth: 'required', problems: ['not_found', 'rate_limited'] },
      schema: {
        operationId: 'deleteWebhook',
        tags: ['Webhooks'],
        summary: 'Delete a webhook',
        description: 'With its deliveries.',
        params: WebhookParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.deleteWebhook({
        callerId: callerOf(request).userId,
        webhookId: request.params.id,
      });
      reply.code(204);
      return null;
    },
  );
};
