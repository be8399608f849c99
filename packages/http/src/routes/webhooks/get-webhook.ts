import { callerOf } from '../../authenticate.ts';
import { presentWebhook } from '../../presenters/present-webhook.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { WebhookParams, WebhookShape } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const getWebhook: Route = (app) => {
  app.get(
    '/webhooks/:id',
    {
      config: { auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'getWebhook',
        tags: ['Webhooks'],
        summary: 'Get a webhook',
        description: 'Without its secret.',
        params: WebhookParams,
        response: { 200: refTo(WebhookShape) },
      },
    },
    async (request) =>
      presentWebhook(
        await request.domain.getWebhook({ callerId: callerOf(request).userId, webhookId: request.params.id }),
      ),
  );
};
