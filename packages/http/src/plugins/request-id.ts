import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';

/** What may be taken over from a client or a proxy: short, and harmless in any log or header. */
const sane = /^[A-Za-z0-9._-]{8,64}$/;

const idBytes = 16;
/** Random bytes for many ids: asking for each id's own takes longer than making it. */
const pool = new Uint8Array(256 * idBytes);
let used = pool.length;

const randomBytes = (): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.subarray(used - idBytes, used);
};

/** The request's id: that of a caller who sent a sane one, else a UUIDv7. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : v7({ random: randomBytes() });
};
