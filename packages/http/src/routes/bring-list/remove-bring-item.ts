import { callerOf } from '../../authenticate.ts';
import { EventItemParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const removeBringItem: Route = (app) => {
  app.delete(
    '/events/:id/bring-list/:itemId',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'forbidden', 'not_found', 'module_disabled', 'rate_limited'],
      },
      schema: {
        operationId: 'removeBringItem',
        tags: ['Bring list'],
        summary: 'Remove an item from the bring list',
        description: 'With its claims. For the organizer and admins of the event.',
        params: EventItemParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, itemId } = request.params;
      await request.domain.removeBringItem({ eventId, itemId, callerId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
