import { limits } from '@event-platform/domain';
import { Type } from 'typebox';

/** The headers of an operation that may be repeated; names in lower case, as requests have them. */
export const idempotencyKeyHeaders = (what: 'request' | 'check' | 'exchange') =>
  Type.Object({
    'idempotency-key': Type.Optional(
      Type.String({
        format: 'idempotency-key',
        description: `Names this ${what}: a string of 1 to ${limits.idempotencyKeyLength} characters in quotes, new for each ${what}, such as a UUID. Without the quotes it means the same.`,
        examples: ['"8e03978e-40d5-43e8-bc93-6894a57f9324"'],
      }),
    ),
  });
