import { day } from '../time.ts';

/** How long responses to keyed requests are kept, and how many; the reasons are in ADR 0029. */
export const idempotencyPolicy = {
  /** For how long a key means the same request, in milliseconds. */
  retention: day,
  /**
   * The longest response, in UTF-16 code units: the largest event with all its texts has two thirds of it. A longer one
   * is a fault of the software.
   */
  responseLength: 65_536,
  /** What each stored response counts for besides its length: its row, its hashes, its places in the indexes. */
  responseOverhead: 512,
  /** What one caller can make the service keep in one UTC day: 254 of the longest responses. */
  lengthPerDay: 16_777_216,
  /** How long a client waits before it repeats a request that is still in progress. */
  retryAfterSeconds: 1,
} as const;
