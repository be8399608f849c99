import type { ListedEvent, Paged } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAnonymous } from '../../authenticate.ts';
import type { Links } from '../../links.ts';
import { responseCache } from '../../plugins/caching/response-cache.ts';
import { eventPageText } from '../../presenters/event-page-text.ts';

const json = 'application/json; charset=utf-8';

/** Sends a page of events: a cached response to anonymous callers, a text of cached parts to all others. */
export const discoveryReply = (links: Links) => {
  const textOf = eventPageText(links);
  const sendCached = responseCache(json);
  return (request: FastifyRequest, reply: FastifyReply, page: Paged<ListedEvent>) =>
    isAnonymous(request)
      ? sendCached(request, reply, page, () => textOf(page))
      : reply.type(json).send(textOf(page));
};
