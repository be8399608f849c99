import { callerOf } from '../../authenticate.ts';
import { EventUserParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const removeEventAdmin: Route = (app) => {
  app.delete(
    '/events/:id/admins/:userId',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden', 'rate_limited'] },
      schema: {
        operationId: 'removeEventAdmin',
        tags: ['Event management'],
        summary: 'Remove an admin from the event',
        description:
          'For its organizer, and for the admin to remove themselves. Repeating it changes nothing.',
        params: EventUserParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, userId } = request.params;
      await request.domain.removeEventAdmin({ eventId, userId, callerId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
