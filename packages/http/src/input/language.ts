import { type Language, languages } from '@event-platform/domain';
import { negotiate } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

/** Longer headers are not lists of languages. */
const longestHeader = 500;

const wantedOf = (header: string): Language | null => {
  const ranges = header.slice(0, longestHeader).toLowerCase();
  const wanted = negotiate(ranges.replace(/\b([a-z]{2,3})(?:-[a-z0-9]+)+/g, '$1'), [...languages]);
  return languages.find((language) => language === wanted) ?? null;
};

/** Clients send few different headers: each is parsed once. */
const languageOfHeader = new LRUCache<string, { readonly language: Language | null }>({ max: 500 });

/**
 * The language that a request names in `Accept-Language`, of those that the service has; null for none. `de-AT` means
 * German (RFC 4647 section 3.4).
 */
export const acceptedLanguage = ({
  headers,
}: {
  readonly headers: { readonly 'accept-language'?: string | undefined };
}): Language | null => {
  const header = headers['accept-language'];
  if (!header) return null;
  const parsed = languageOfHeader.get(header);
  if (parsed) return parsed.language;
  const language = wantedOf(header);
  if (header.length <= longestHeader) languageOfHeader.set(header, { language });
  return language;
};
