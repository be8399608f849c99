import { callerOf } from '../../authenticate.ts';
import { CalendarFeedShape } from '../../schemas/calendar.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const getCalendarFeed: Route = (app, { links }) => {
  app.get(
    '/me/calendar',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'getCalendarFeed',
        tags: ['My events'],
        summary: 'Get the address of the caller’s calendar feed',
        description:
          'The same on each call until it is rotated. The feed holds the events the caller is going to.',
        response: { 200: refTo(CalendarFeedShape) },
      },
    },
    async (request) => {
      const { token } = await request.domain.getCalendarFeed({ userId: callerOf(request).userId });
      return { url: links.calendarFeed(token) };
    },
  );
};
