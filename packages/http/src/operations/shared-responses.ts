import type { Clock, ListedPage } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAnonymous } from '../authenticate.ts';
import type { Links } from '../links.ts';
import { calendarFeeds } from '../plugins/caching/calendar-feeds.ts';
import { responseCache } from '../plugins/caching/response-cache.ts';
import { eventPageText } from '../presenters/event-page-text.ts';
import { setNextLink } from '../presenters/next-link.ts';
import type { Middle } from '../presenters/present-event.ts';

const json = 'application/json; charset=utf-8';

/** Responses that an application keeps for many callers. */
export const sharedResponses = (links: Links, clock: Clock) => {
  const textOf = eventPageText(links);
  const sendPage = responseCache(json);
  return {
    /**
     * Sends a page of events: a cached response to anonymous callers, a text of cached parts to all others. A page is of one
     * `middle`, the place that was asked for.
     */
    sendEvents: (
      request: FastifyRequest,
      reply: FastifyReply,
      page: ListedPage,
      middle: Middle | null = null,
    ) => {
      setNextLink(request, reply, links, page);
      return isAnonymous(request)
        ? sendPage(request, reply, page.isKept ? page : null, () => textOf(page, middle))
        : reply.type(json).send(textOf(page, middle));
    },
    sendEvent: responseCache(json),
    feedOf: calendarFeeds(clock),
  };
};

export type SharedResponses = Readonly<ReturnType<typeof sharedResponses>>;
