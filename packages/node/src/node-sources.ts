import { randomBytes } from 'node:crypto';
import type { Clock, IdSource, TokenSource } from '@event-platform/domain';
import { v7 } from 'uuid';

/** UUIDv7, increasing within the process, also within one millisecond. */
export const uuidSource = (): IdSource => ({ next: () => v7() });

/** Secrets of 192 bits: 32 characters, no padding. */
export const randomTokens = (): TokenSource => ({
  next: (bytes = 24) => randomBytes(bytes).toString('base64url'),
});

/** The machine's clock; a `Date` holds whole milliseconds. */
export const systemClock = (): Clock => ({ now: () => new Date() });
