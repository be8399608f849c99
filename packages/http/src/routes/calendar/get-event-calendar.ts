import { callerIdOf } from '../../authenticate.ts';
import { calendarMediaType, presentCalendar } from '../../presenters/present-calendar.ts';
import { CalendarText } from '../../schemas/calendar.ts';
import { EventParams } from '../../schemas/common/params.ts';
import type { Route } from '../route.ts';

export const getEventCalendar: Route = (app, { links, appName }) => {
  app.get(
    '/events/:id/calendar.ics',
    {
      config: { auth: 'optional', problems: ['event_not_found'], produces: calendarMediaType },
      schema: {
        operationId: 'getEventCalendar',
        tags: ['Discovery'],
        summary: 'Get an event as iCalendar',
        description: 'A cancelled event says so; the UID stays, the SEQUENCE rises with each change.',
        params: EventParams,
        response: { 200: CalendarText },
      },
    },
    async (request, reply) => {
      const event = await request.domain.getEvent({
        eventId: request.params.id,
        callerId: callerIdOf(request),
      });
      reply
        .type(calendarMediaType)
        .header('content-disposition', `attachment; filename="event-${event.id}.ics"`);
      return presentCalendar(appName, [event], links);
    },
  );
};
