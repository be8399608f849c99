import { callerIdOf } from '../../authenticate.ts';
import { presentEvent } from '../../presenters/present-event.ts';
import { EventDetailShape } from '../../schemas/event.ts';
import { EventParams } from '../../schemas/params.ts';
import { refTo } from '../../schemas/shapes.ts';
import type { Route } from '../route.ts';

export const getEvent: Route = (app, { domain, links }) => {
  app.get(
    '/events/:id',
    {
      config: { auth: 'optional', runsBesideAuth: true, cached: 'item', problems: ['event_not_found'] },
      schema: {
        operationId: 'getEvent',
        tags: ['Discovery'],
        summary: 'Get an event',
        params: EventParams,
        response: { 200: refTo(EventDetailShape) },
      },
    },
    async (request) =>
      presentEvent(
        await domain.getEvent({ eventId: request.params.id, callerId: callerIdOf(request) }),
        links,
      ),
  );
};
