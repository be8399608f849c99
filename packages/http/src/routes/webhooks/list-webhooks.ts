import { callerOf } from '../../authenticate.ts';
import { presentWebhook } from '../../presenters/present-webhook.ts';
import { listOf } from '../../schemas/common/paging.ts';
import { WebhookShape } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const listWebhooks: Route = (app) => {
  app.get(
    '/webhooks',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'listWebhooks',
        tags: ['Webhooks'],
        summary: 'List the caller’s webhooks',
        description: 'The oldest first.',
        response: { 200: listOf(WebhookShape, 'webhooks') },
      },
    },
    async (request) => ({
      data: (await request.domain.listWebhooks({ callerId: callerOf(request).userId })).map(presentWebhook),
    }),
  );
};
