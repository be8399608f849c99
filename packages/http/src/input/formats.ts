import { limits } from '@event-platform/domain';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { parseDateBound, parseInstant } from './instants.ts';

/** A format that schemas name, and the message for a value that does not have it. */
interface Format {
  readonly isValid: (text: string) => boolean;
  readonly message: string;
}

export const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    isValid: (text) => parseInstant(text) !== null,
    message: 'must be a date and time with its offset (RFC 3339), such as 2026-05-01T18:00:00Z',
  },
  'date-or-date-time': {
    isValid: (text) => parseDateBound(text) !== null,
    message: 'must be a date, such as 2026-05-01, or a date and time with its offset (RFC 3339)',
  },
  'idempotency-key': {
    isValid: (text) => parseIdempotencyKey(text) !== null,
    message: `must be one string of 1 to ${limits.idempotencyKeyLength} ASCII characters in quotes`,
  },
};
