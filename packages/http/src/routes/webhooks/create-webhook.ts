import { callerOf } from '../../authenticate.ts';
import { presentWebhook } from '../../presenters/present-webhook.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { CreateWebhookBody, WebhookSecretShape } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const createWebhook: Route = (app) => {
  app.post(
    '/webhooks',
    {
      config: {
        auth: 'required',
        answersSecret: true,
        problems: ['event_not_found', 'forbidden', 'webhook_limit', 'rate_limited'],
      },
      schema: {
        operationId: 'createWebhook',
        tags: ['Webhooks'],
        summary: 'Subscribe an endpoint',
        description:
          'To what happens to the events that the caller manages. At most 20 an account. The response shows the secret, once.',
        body: CreateWebhookBody,
        response: { 201: refTo(WebhookSecretShape) },
      },
    },
    async (request, reply) => {
      const { webhook, secret } = await request.domain.createWebhook({
        ...request.body,
        callerId: callerOf(request).userId,
      });
      reply.code(201);
      return { ...presentWebhook(webhook), secret };
    },
  );
};
