import { parseDateBound, parseInstant } from './instants.ts';

/** A format that schemas name, and how its absence is told. */
interface Format {
  readonly holds: (text: string) => boolean;
  readonly message: string;
}

export const formats: Readonly<Record<string, Format>> = {
  'date-time': {
    holds: (text) => parseInstant(text) !== null,
    message: 'must be a date and time with its offset (RFC 3339), such as 2026-05-01T18:00:00Z',
  },
  'date-or-date-time': {
    holds: (text) => parseDateBound(text) !== null,
    message: 'must be a date, such as 2026-05-01, or a date and time with its offset (RFC 3339)',
  },
};
