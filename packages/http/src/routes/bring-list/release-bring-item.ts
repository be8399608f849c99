import { callerOf } from '../../authenticate.ts';
import { EventItemParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const releaseBringItem: Route = (app) => {
  app.delete(
    '/events/:id/bring-list/:itemId/claim',
    {
      config: { auth: 'required', problems: ['event_not_found'] },
      schema: {
        operationId: 'releaseBringItem',
        tags: ['Bring list'],
        summary: 'Bring nothing of an item',
        description: 'Always possible.',
        params: EventItemParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, itemId } = request.params;
      await request.domain.releaseBringItem({ eventId, itemId, userId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
