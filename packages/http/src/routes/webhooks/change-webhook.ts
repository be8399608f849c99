import { callerOf } from '../../authenticate.ts';
import { presentWebhook } from '../../presenters/present-webhook.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { ChangeWebhookBody, WebhookParams, WebhookShape } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const changeWebhook: Route = (app) => {
  app.patch(
    '/webhooks/:id',
    {
      config: { auth: 'required', problems: ['not_found', 'rate_limited'] },
      schema: {
        operationId: 'changeWebhook',
        tags: ['Webhooks'],
        summary: 'Change a webhook',
        description: 'Enabling it again forgets its failures.',
        params: WebhookParams,
        body: ChangeWebhookBody,
        response: { 200: refTo(WebhookShape) },
      },
    },
    async (request) =>
      presentWebhook(
        await request.domain.changeWebhook({
          ...request.body,
          callerId: callerOf(request).userId,
          webhookId: request.params.id,
        }),
      ),
  );
};
