import { callerOf } from '../../authenticate.ts';
import { presentBringItem } from '../../presenters/present-bring-item.ts';
import { BringItemChangesBody, BringItemShape } from '../../schemas/bring-list.ts';
import { EventItemParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const changeBringItem: Route = (app, { links }) => {
  app.patch(
    '/events/:id/bring-list/:itemId',
    {
      config: {
        auth: 'required',
        problems: [
          'event_not_found',
          'forbidden',
          'not_found',
          'module_disabled',
          'quantity_below_claimed',
          'rate_limited',
        ],
      },
      schema: {
        operationId: 'changeBringItem',
        tags: ['Bring list'],
        summary: 'Change an item of the bring list',
        description: 'For the organizer and admins of the event.',
        params: EventItemParams,
        body: BringItemChangesBody,
        response: { 200: refTo(BringItemShape) },
      },
    },
    async (request) => {
      const { id: eventId, itemId } = request.params;
      const { userId: callerId } = callerOf(request);
      const { title, quantity } = request.body;
      return presentBringItem(
        await request.domain.changeBringItem({ eventId, itemId, callerId, title, quantity }),
        links,
      );
    },
  );
};
