import type { Language } from '@event-platform/domain';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

/** Longer headers are not lists of languages. */
const longestHeader = 500;

/**
 * The language of a page for a request: of those that its `Accept-Language` names, else English. `de-AT` means German
 * (RFC 4647 section 3.4).
 */
export const languageOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Language => {
  const ranges = (headers['accept-language'] ?? '').slice(0, longestHeader).toLowerCase();
  const wanted = negotiate(ranges.replace(/\b([a-z]{2,3})(?:-[a-z0-9]+)+/g, '$1'), ['en', 'de']);
  return wanted === 'de' ? 'de' : 'en';
};
