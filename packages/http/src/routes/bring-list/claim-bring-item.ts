import { callerOf } from '../../authenticate.ts';
import { presentBringItem } from '../../presenters/present-bring-item.ts';
import { BringItemShape, ClaimBody } from '../../schemas/bring-list.ts';
import { EventItemParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const claimBringItem: Route = (app, { links }) => {
  app.put(
    '/events/:id/bring-list/:itemId/claim',
    {
      config: {
        auth: 'required',
        problems: [
          'event_not_found',
          'not_found',
          'module_disabled',
          'event_cancelled',
          'event_over',
          'not_going',
          'item_taken',
          'rate_limited',
        ],
      },
      schema: {
        operationId: 'claimBringItem',
        tags: ['Bring list'],
        summary: 'Bring some of an item',
        description:
          'Sets how much the caller brings. For guests who are going or booked, and the managers of the event.',
        params: EventItemParams,
        body: ClaimBody,
        response: { 200: refTo(BringItemShape) },
      },
    },
    async (request) => {
      const { id: eventId, itemId } = request.params;
      const { userId } = callerOf(request);
      const { quantity } = request.body;
      return presentBringItem(
        await request.domain.claimBringItem({ eventId, itemId, userId, quantity }),
        links,
      );
    },
  );
};
