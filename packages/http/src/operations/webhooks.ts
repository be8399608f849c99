import { listOf, PageQuery, pageOf, presentPage } from '../schemas/common/paging.ts';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  DeliveryShape,
  presentDelivery,
  presentWebhook,
  WebhookSecretShape,
  WebhookShape,
} from '../schemas/webhook.ts';
import { type Operations, operation } from './operation.ts';

export const webhooks: Operations = {
  createWebhook: operation('POST /webhooks', 'Webhooks', {
    summary: 'Subscribe an endpoint',
    description:
      'To what happens to the events that the caller manages. At most 20 an account. The response shows the secret, once.',
    problems: ['event_not_found', 'forbidden', 'webhook_limit'],
    answersSecret: true,
    body: CreateWebhookBody,
    responses: { 201: WebhookSecretShape },
    handler: async ({ domain, callerId, body }) => {
      const { webhook, secret } = await domain.createWebhook({ ...body, callerId });
      return { ...presentWebhook(webhook), secret };
    },
  }),

  listWebhooks: operation('GET /webhooks', 'Webhooks', {
    summary: 'List the caller’s webhooks',
    description: 'The oldest first.',
    responses: { 200: listOf(WebhookShape, 'webhooks') },
    handler: async ({ domain, callerId }) => ({
      data: (await domain.listWebhooks({ callerId })).map(presentWebhook),
    }),
  }),

  getWebhook: operation('GET /webhooks/:id', 'Webhooks', {
    summary: 'Get a webhook',
    description: 'Without its secret.',
    responses: { 200: WebhookShape },
    handler: async ({ domain, callerId, params }) =>
      presentWebhook(await domain.getWebhook({ callerId, webhookId: params.id })),
  }),

  changeWebhook: operation('PATCH /webhooks/:id', 'Webhooks', {
    summary: 'Change a webhook',
    description: 'Enabling it again forgets its failures.',
    body: ChangeWebhookBody,
    responses: { 200: WebhookShape },
    handler: async ({ domain, callerId, params, body }) =>
      presentWebhook(await domain.changeWebhook({ ...body, callerId, webhookId: params.id })),
  }),

  deleteWebhook: operation('DELETE /webhooks/:id', 'Webhooks', {
    summary: 'Delete a webhook',
    description: 'With its deliveries.',
    handler: ({ domain, callerId, params }) => domain.deleteWebhook({ callerId, webhookId: params.id }),
  }),

  rotateWebhookSecret: operation('POST /webhooks/:id/rotate', 'Webhooks', {
    summary: 'Make a new secret',
    description: 'For 24 hours the former secret signs as well.',
    answersSecret: true,
    responses: { 200: WebhookSecretShape },
    handler: async ({ domain, callerId, params }) => {
      const { webhook, secret } = await domain.rotateWebhookSecret({ callerId, webhookId: params.id });
      return { ...presentWebhook(webhook), secret };
    },
  }),

  testWebhook: operation('POST /webhooks/:id/test', 'Webhooks', {
    summary: 'Send a test message',
    description: 'Of the type `webhook.test`, without data. A disabled webhook gets it as well, once.',
    responses: { 201: DeliveryShape },
    handler: async ({ domain, callerId, params }) =>
      presentDelivery(await domain.testWebhook({ callerId, webhookId: params.id })),
  }),

  listDeliveries: operation('GET /webhooks/:id/deliveries', 'Webhooks', {
    summary: 'List the deliveries of a webhook',
    description: 'The newest first, for 90 days.',
    query: PageQuery,
    responses: { 200: pageOf(DeliveryShape, 'deliveries') },
    handler: async ({ domain, callerId, params, query }) =>
      presentPage(await domain.listDeliveries({ ...query, callerId, webhookId: params.id }), presentDelivery),
  }),

  retryDelivery: operation('POST /webhooks/:id/deliveries/:deliveryId/retry', 'Webhooks', {
    summary: 'Deliver a message again',
    description: 'Now, under the same id, and with all its retries.',
    responses: { 200: DeliveryShape },
    handler: async ({ domain, callerId, params: { id: webhookId, deliveryId } }) =>
      presentDelivery(await domain.retryDelivery({ callerId, webhookId, deliveryId })),
  }),
};
