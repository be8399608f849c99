import { callerOf } from '../../authenticate.ts';
import { presentBringItem } from '../../presenters/present-bring-item.ts';
import { BringItemBody, BringItemShape } from '../../schemas/bring-list.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const addBringItem: Route = (app, { links }) => {
  app.post(
    '/events/:id/bring-list',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'forbidden', 'module_disabled', 'bring_list_full', 'rate_limited'],
      },
      schema: {
        operationId: 'addBringItem',
        tags: ['Bring list'],
        summary: 'Add an item to the bring list',
        description: 'For the organizer and admins of the event.',
        params: EventParams,
        body: BringItemBody,
        response: { 201: refTo(BringItemShape) },
      },
    },
    async (request, reply) => {
      const { userId: callerId } = callerOf(request);
      const { title, quantity } = request.body;
      const item = await request.domain.addBringItem({
        eventId: request.params.id,
        callerId,
        title,
        quantity,
      });
      reply.code(201);
      return presentBringItem(item, links);
    },
  );
};
