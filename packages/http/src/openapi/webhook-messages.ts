import { type ChangeKind, webhookTypes } from '@event-platform/domain';

const summaries: Readonly<Partial<Record<ChangeKind, string>>> = {
  'event.created': 'An event was made',
  'event.changed': 'An event was changed',
  'event.cancelled': 'An event was cancelled',
  'event.deleted': 'An event was deleted',
  'rsvp.changed': 'A user set or cleared an RSVP; `status` is the new one, or null',
  'booking.confirmed': 'A booking got its seats',
  'booking.waitlisted': 'A booking joined the waitlist',
  'booking.cancelled': 'A booking was cancelled',
  'invitation.accepted': 'A user accepted an invitation',
  'invitation.declined': 'A user declined an invitation',
  'guest.removed': 'A manager removed a guest',
  'guest.checked_in': 'A guest was checked in',
  'notice.created': 'A user got a notice; only the operator’s endpoint hears of it',
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const id = (what: string) => ({ type: 'string', format: 'uuid', description: `Id of the ${what}.` });

const messageOf = (type: ChangeKind) => ({
  type: 'object',
  required: ['type', 'timestamp', 'data'],
  properties: {
    type: { type: 'string', const: type, description: 'What happened.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data: {
      type: 'object',
      description: 'The ids as they apply, never a phone number, an address or a title.',
      properties: {
        eventId: id('event'),
        userId: id('user'),
        bookingId: id('booking'),
        noticeId: id('notice'),
        sequence: { type: 'integer', description: 'Rises with each change of the event.' },
        status: { type: ['string', 'null'], description: 'The new state, where there is one.' },
      },
    },
  },
});

/** What the service posts to endpoints, after the Standard Webhooks specification (OpenAPI 3.1, `webhooks`). */
export const webhookMessages = () =>
  Object.fromEntries(
    webhookTypes.map((type) => [
      type,
      {
        post: {
          tags: ['Webhooks'],
          operationId: `on${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
          summary: summaries[type] ?? type,
          description: 'A message may come more than once, under the same `webhook-id`, and in any order.',
          security: [],
          parameters: [
            header('webhook-id', 'The same for each try of one message.'),
            header('webhook-timestamp', 'The time of this try, in seconds since 1970.'),
            header('webhook-signature', 'One or two `v1,` signatures over id, timestamp and body.'),
          ],
          requestBody: { required: true, content: { 'application/json': { schema: messageOf(type) } } },
          responses: {
            '2XX': { description: 'Taken. Anything else, or nothing within 15 seconds, is tried again.' },
            '410': { description: 'Disables the webhook.' },
          },
        },
      },
    ]),
  );
