import { callerOf } from '../../authenticate.ts';
import { presentDelivery } from '../../presenters/present-webhook.ts';
import { PageQuery, pageOf, presentPage } from '../../schemas/common/paging.ts';
import { DeliveryShape, WebhookParams } from '../../schemas/webhook.ts';
import type { Route } from '../route.ts';

export const listDeliveries: Route = (app) => {
  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'listDeliveries',
        tags: ['Webhooks'],
        summary: 'List the deliveries of a webhook',
        description: 'The newest first, for 90 days.',
        params: WebhookParams,
        querystring: PageQuery,
        response: { 200: pageOf(DeliveryShape, 'deliveries') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const ownWebhook = { callerId: callerOf(request).userId, webhookId: request.params.id };
      return presentPage(
        await request.domain.listDeliveries({ ...ownWebhook, page, limit }),
        presentDelivery,
      );
    },
  );
};
