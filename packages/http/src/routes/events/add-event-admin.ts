import { callerOf } from '../../authenticate.ts';
import { EventUserParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const addEventAdmin: Route = (app) => {
  app.put(
    '/events/:id/admins/:userId',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'forbidden', 'not_found', 'admin_limit', 'rate_limited'],
      },
      schema: {
        operationId: 'addEventAdmin',
        tags: ['Event management'],
        summary: 'Make a user an admin of the event',
        description:
          'For its organizer. Repeating it changes nothing. A user who blocks the organizer is treated like an unknown one, and no user administers more than 20 events of one organizer.',
        params: EventUserParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, userId } = request.params;
      await request.domain.addEventAdmin({ eventId, userId, callerId: callerOf(request).userId });
      reply.code(204);
      return null;
    },
  );
};
