import { callerOf } from '../../authenticate.ts';
import { presentListedEvent } from '../../presenters/present-event.ts';
import { pageOf, presentPage } from '../../schemas/common/paging.ts';
import { EventListItemShape } from '../../schemas/events/event.ts';
import { MyEventsQuery } from '../../schemas/events/event-query.ts';
import type { Route } from '../route.ts';

export const listMyEvents: Route = (app, { links }) => {
  app.get(
    '/me/events',
    {
      config: { cost: 'list', auth: 'required' },
      schema: {
        operationId: 'listMyEvents',
        tags: ['My events'],
        summary: 'Events that the caller organizes, answered or saved',
        description: 'Includes private, past and cancelled events.',
        querystring: MyEventsQuery,
        response: { 200: pageOf(EventListItemShape, 'events') },
      },
    },
    async (request) => {
      const { role, page, limit } = request.query;
      const { userId: callerId } = callerOf(request);
      const events = await request.domain.listMyEvents({ callerId, role, page, limit });
      return presentPage(events, (event) => presentListedEvent(event, links));
    },
  );
};
