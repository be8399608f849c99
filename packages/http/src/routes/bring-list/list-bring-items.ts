import { callerIdOf } from '../../authenticate.ts';
import { presentBringItem } from '../../presenters/present-bring-item.ts';
import { BringItemShape } from '../../schemas/bring-list.ts';
import { listOf } from '../../schemas/common/paging.ts';
import { EventParams } from '../../schemas/common/params.ts';
import type { Route } from '../route.ts';

export const listBringItems: Route = (app, { links }) => {
  app.get(
    '/events/:id/bring-list',
    {
      config: { auth: 'optional', problems: ['event_not_found', 'module_disabled'] },
      schema: {
        operationId: 'listBringItems',
        tags: ['Bring list'],
        summary: 'List what guests bring to an event',
        description:
          'In the order of making, for those who see the event. Who brings what is shown to callers with a tie to the event alone.',
        params: EventParams,
        response: { 200: listOf(BringItemShape, 'items') },
      },
    },
    async (request) => {
      const items = await request.domain.listBringItems({
        eventId: request.params.id,
        callerId: callerIdOf(request),
      });
      return { data: items.map((item) => presentBringItem(item, links)) };
    },
  );
};
