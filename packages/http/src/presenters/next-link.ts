import type { Page } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest, preSerializationHookHandler } from 'fastify';
import type { Links } from '../links.ts';

/** The position of a page, as responses have it. */
interface PageMeta extends Page {
  readonly total: number;
  /** The cursor of the next page; absent in lists that have none. */
  readonly next?: string | null;
}

const position = /(?:^|&)(?:page|after)=[^&]*/g;

/** Sets the `Link` to the next page of a list (RFC 8288): the request with another position. */
export const setNextLink = (
  { url }: Pick<FastifyRequest, 'url'>,
  reply: FastifyReply,
  { home }: Links,
  { total, page, limit, next }: PageMeta,
): void => {
  const ofPage = next === undefined && page * limit < total ? `page=${page + 1}` : null;
  const parameter = next ? `after=${next}` : ofPage;
  if (parameter === null) return;
  const [path = '', query = ''] = url.split('?');
  const others = query.replace(position, '').replace(/^&/, '');
  reply.header('link', `<${home}${path}?${others && `${others}&`}${parameter}>; rel="next"`);
};

/** Does so for the pages that a route returns. */
export const linkNextPage =
  (links: Links): preSerializationHookHandler =>
  (request, reply, payload, done) => {
    const { meta } = (payload ?? {}) as { readonly meta?: PageMeta };
    if (meta) setNextLink(request, reply, links, meta);
    done(null, payload);
  };
