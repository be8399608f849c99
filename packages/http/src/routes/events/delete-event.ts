import { callerOf, originOf } from '../../authenticate.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const deleteEvent: Route = (app) => {
  app.delete(
    '/events/:id',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden', 'rate_limited'] },
      schema: {
        operationId: 'deleteEvent',
        tags: ['Event management'],
        summary: 'Delete an event',
        description: 'For its organizer. Its RSVPs, invitations and saves are deleted with it.',
        params: EventParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.deleteEvent({
        eventId: request.params.id,
        callerId: callerOf(request).userId,
        origin: originOf(request),
      });
      return reply.code(204).send(null);
    },
  );
};
