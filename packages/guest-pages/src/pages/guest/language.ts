import type { Language } from '@event-platform/domain';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Longer headers are not lists of languages. */
const longestHeader = 500;

const wantedOf = (header: string): Language => {
  const ranges = header.slice(0, longestHeader).toLowerCase();
  const preferredLanguage = negotiate(ranges.replace(/\b([a-z]{2,3})(?:-[a-z0-9]+)+/g, '$1'), ['en', 'de']);
  return preferredLanguage === 'de' ? 'de' : 'en';
};

/** Browsers send few different headers: each is parsed once. */
const languageOfHeader = new LRUCache<string, Language>({ max: 500 });

/** The language that the address of a page names in `lang`; null for none. */
export const chosenLanguage = ({ query }: { readonly query?: unknown }): Language | null => {
  const choice = (query as { readonly lang?: unknown } | undefined)?.lang;
  return choice === 'en' || choice === 'de' ? choice : null;
};

/**
 * The language of a page for a request: the one that its address names in `lang`, else of those that its
 * `Accept-Language` names, else English. `de-AT` means German (RFC 4647 section 3.4).
 */
export const languageOf = ({
  headers,
  query,
}: Pick<FastifyRequest, 'headers'> & { readonly query?: unknown }): Language => {
  const choice = chosenLanguage({ query });
  if (choice) return choice;
  const header = headers['accept-language'];
  if (!header) return 'en';
  const parsedLanguage = languageOfHeader.get(header);
  if (parsedLanguage) return parsedLanguage;
  const preferredLanguage = wantedOf(header);
  if (header.length <= longestHeader) languageOfHeader.set(header, preferredLanguage);
  return preferredLanguage;
};

/** The query that keeps a chosen language over a redirect. */
export const languageQuery = (request: FastifyRequest): string => {
  const choice = chosenLanguage(request);
  return choice ? `?lang=${choice}` : '';
};
