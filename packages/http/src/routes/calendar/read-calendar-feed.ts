import { calendarPolicy } from '@event-platform/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openedBy } from '../../credentials.ts';
import { feedToken } from '../../input/tokens.ts';
import { calendarFeeds } from '../../plugins/caching/calendar-feeds.ts';
import { sendShared } from '../../plugins/caching/shared-body.ts';
import { calendarMediaType, presentCalendar } from '../../presenters/present-calendar.ts';
import { CalendarText } from '../../schemas/calendar.ts';
import { FeedParams } from '../../schemas/common/params.ts';
import type { Route } from '../route.ts';

export const readCalendarFeed: Route = (app, { links, appName, clock }) => {
  const feedOf = calendarFeeds(clock);
  app.get(
    '/calendars/:token/events.ics',
    {
      config: {
        cost: 'list',
        auth: 'none',
        credentials: ['feedAddress'],
        problems: ['not_found'],
        produces: calendarMediaType,
      },
      schema: {
        operationId: 'readCalendarFeed',
        tags: ['My events'],
        summary: 'Read a calendar feed',
        description:
          'The 300 events nearest to now that its owner is going to, their descriptions cut to 500 characters. At most ten seconds old; `If-None-Match` with the `ETag` gets 304.',
        params: FeedParams,
        response: { 200: CalendarText },
      },
    },
    async (request, reply) => {
      const owner = await openedBy(request, 'feedAddress').findFeedOwner({
        token: feedToken(request.params.token),
      });
      const feed = await feedOf(`${owner.userId} ${owner.version}`, async () =>
        presentCalendar(appName, await request.domain.readCalendarFeed(owner), links, calendarPolicy.bytes),
      );
      reply.header('etag', feed.etag).header('vary', 'accept-encoding');
      // Typed for a text, which would be encoded and compressed for each request.
      return sendShared(request as FastifyRequest, reply as FastifyReply, feed);
    },
  );
};
