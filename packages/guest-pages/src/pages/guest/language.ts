import type { Language } from '@event-platform/domain';
import { acceptedLanguage } from '@event-platform/http';
import type { FastifyRequest } from 'fastify';

/** The language that the address of a page names in `lang`; null for none. */
export const chosenLanguage = ({ query }: { readonly query?: unknown }): Language | null => {
  const choice = (query as { readonly lang?: unknown } | undefined)?.lang;
  return choice === 'en' || choice === 'de' ? choice : null;
};

/**
 * The language of a page for a request: the one that its address names in `lang`, else of those that its
 * `Accept-Language` names, else English.
 */
export const languageOf = ({
  headers,
  query,
}: Pick<FastifyRequest, 'headers'> & { readonly query?: unknown }): Language => {
  const choice = chosenLanguage({ query });
  return choice ?? acceptedLanguage({ headers }) ?? 'en';
};

/** The query that keeps a chosen language over a redirect. */
export const languageQuery = (request: FastifyRequest): string => {
  const choice = chosenLanguage(request);
  return choice ? `?lang=${choice}` : '';
};
