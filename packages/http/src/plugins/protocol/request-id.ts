import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';

/** An id that a client or a proxy may choose: short, and harmless in any log or header. */
const safeId = /^[A-Za-z0-9._-]{8,64}$/;

const idBytes = 16;
/** Random bytes for many ids: a call of the random source for each id takes longer than making the id. */
const pool = new Uint8Array(256 * idBytes);
let usedCount = pool.length;

const randomBytes = (): Uint8Array => {
  if (usedCount === pool.length) {
    randomFillSync(pool);
    usedCount = 0;
  }
  usedCount += idBytes;
  return pool.subarray(usedCount - idBytes, usedCount);
};

/** The request's id: its `X-Request-Id` if that is safe, else a UUIDv7. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const header = headers['x-request-id'];
  return typeof header === 'string' && safeId.test(header) ? header : v7({ random: randomBytes() });
};
