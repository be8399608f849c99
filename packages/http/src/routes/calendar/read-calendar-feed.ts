import { feedToken } from '../../input/tokens.ts';
import { calendarMediaType, presentCalendar } from '../../presenters/present-calendar.ts';
import { CalendarText } from '../../schemas/calendar.ts';
import { FeedParams } from '../../schemas/params.ts';
import type { Route } from '../route.ts';

export const readCalendarFeed: Route = (app, { domain, links, appName }) => {
  app.get(
    '/calendars/:token/events.ics',
    {
      config: { auth: 'none', problems: ['not_found'], produces: calendarMediaType },
      schema: {
        operationId: 'readCalendarFeed',
        tags: ['My events'],
        summary: 'Read a calendar feed',
        description: 'The events its owner is going to, including those of the last 90 days.',
        params: FeedParams,
        response: { 200: CalendarText },
      },
    },
    async (request, reply) => {
      const entries = await domain.readCalendarFeed({ token: feedToken(request.params.token) });
      reply.type(calendarMediaType);
      return presentCalendar(appName, entries, links);
    },
  );
};
