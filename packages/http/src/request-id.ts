import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';

/** What may be taken over from a client or a proxy: short, and harmless in any log or header. */
const sane = /^[A-Za-z0-9._-]{8,64}$/;

/** The request's id: that of a caller who sent a sane one, else a UUIDv7. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : v7();
};
