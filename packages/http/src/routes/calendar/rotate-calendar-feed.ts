import { callerOf } from '../../authenticate.ts';
import { CalendarFeedShape } from '../../schemas/calendar.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const rotateCalendarFeed: Route = (app, { links }) => {
  app.post(
    '/me/calendar/rotate',
    {
      config: { auth: 'required', answersSecret: true },
      schema: {
        operationId: 'rotateCalendarFeed',
        tags: ['My events'],
        summary: 'Replace the address of the caller’s calendar feed',
        description: 'The old address stops working.',
        response: { 200: refTo(CalendarFeedShape) },
      },
    },
    async (request) => {
      const { token } = await request.domain.rotateCalendarFeed({ userId: callerOf(request).userId });
      return { url: links.calendarFeed(token) };
    },
  );
};
