import { type Webhook, type WebhookDelivery, webhookPolicy, webhookTypes } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import { namedShape, nullable, oneOf, timestamp, url, uuid } from './common/shapes.ts';

const instantOrNull = (description: string) =>
  nullable(Type.String({ format: 'date-time', description, examples: [null] }));

const address = url(
  'Where messages are posted: https, at a public address.',
  'https://hooks.example.com/events',
);

const types = Type.Array(
  oneOf([...webhookTypes], { description: 'A kind of change.', examples: ['rsvp.changed'] }),
  {
    minItems: 1,
    maxItems: 50,
    description:
      'What to hear of. Of `notice.created` only the operator’s endpoint hears: for others it may be named and sends nothing.',
    examples: [['rsvp.changed', 'event.changed']],
  },
);

const isEnabled = Type.Boolean({
  description:
    'Whether messages are sent. The service clears it when the endpoint fails for five days or responds 410.',
  examples: [true],
});

export const CreateWebhookBody = Type.Object(
  {
    url: address,
    types,
    eventId: Type.Optional(
      nullable(
        Type.String({
          format: 'uuid',
          description:
            'Only of this event, which the caller manages; otherwise of all events that the caller manages.',
        }),
      ),
    ),
  },
  {
    title: 'CreateWebhookRequest',
    examples: [{ url: 'https://hooks.example.com/events', types: ['rsvp.changed'] }],
  },
);

export const ChangeWebhookBody = Type.Object(
  { url: Type.Optional(address), types: Type.Optional(types), isEnabled: Type.Optional(isEnabled) },
  { title: 'ChangeWebhookRequest' },
);

const fields = {
  id: uuid('Id of the webhook.'),
  url: address,
  types,
  eventId: nullable(
    Type.String({
      format: 'uuid',
      description: 'The only event that it hears of; null for all that its owner manages.',
      examples: [null],
    }),
  ),
  isEnabled,
  createdAt: timestamp('When it was made.'),
};

export const WebhookShape = namedShape('Webhook', fields, 'A subscription of an endpoint.');

export const WebhookSecretShape = namedShape(
  'WebhookWithSecret',
  {
    ...fields,
    secret: Type.String({
      description: 'Signs the messages after the Standard Webhooks specification. It is shown once.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
    }),
  },
  'A webhook with its new secret.',
);

export const presentWebhook = (webhook: Webhook): Static<typeof WebhookShape> => ({
  id: webhook.id,
  url: webhook.url,
  types: [...webhook.types] as Static<typeof WebhookShape>['types'],
  eventId: webhook.eventId,
  isEnabled: webhook.isEnabled,
  createdAt: webhook.createdAt.toISOString(),
});

export const DeliveryShape = namedShape(
  'WebhookDelivery',
  {
    id: uuid('Its `webhook-id`, the same for every try.'),
    type: Type.String({ description: 'The kind of change, or `webhook.test`.', examples: ['rsvp.changed'] }),
    status: oneOf(['pending', 'delivered', 'failed'], {
      description: `\`failed\` after ${webhookPolicy.retries.length + 1} tries.`,
      examples: ['delivered'],
    }),
    attempts: Type.Integer({ description: 'Tries made.', examples: [1] }),
    lastStatus: nullable(
      Type.Integer({
        description: 'HTTP status of the last try; null without a response.',
        examples: [200],
      }),
    ),
    nextAttemptAt: instantOrNull('When it is tried next.'),
    createdAt: timestamp('When what it tells of happened.'),
  },
  'One message to one endpoint.',
);

export const presentDelivery = (delivery: WebhookDelivery): Static<typeof DeliveryShape> => ({
  id: delivery.id,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  lastStatus: delivery.lastStatus,
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
  createdAt: delivery.createdAt.toISOString(),
});

const id = (what: string) => Type.String({ format: 'uuid', description: `Id of ${what}.` });
export const WebhookParams = Type.Object({ id: id('the webhook') });
export const DeliveryParams = Type.Object({ id: id('the webhook'), deliveryId: id('the delivery') });
