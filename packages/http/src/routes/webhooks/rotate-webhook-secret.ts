import { callerOf } from '../../authenticate.ts';
import { presentWebhook } from '../../presenters/present-webhook.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { WebhookParams, WebhookSecretShape } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const rotateWebhookSecret: Route = (app) => {
  app.post(
    '/webhooks/:id/rotate',
    {
      config: { auth: 'required', answersSecret: true, problems: ['not_found', 'rate_limited'] },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags: ['Webhooks'],
        summary: 'Make a new secret',
        description: 'For 24 hours the former secret signs as well.',
        params: WebhookParams,
        response: { 200: refTo(WebhookSecretShape) },
      },
    },
    async (request) => {
      const { webhook, secret } = await request.domain.rotateWebhookSecret({
        callerId: callerOf(request).userId,
        webhookId: request.params.id,
      });
      return { ...presentWebhook(webhook), secret };
    },
  );
};
