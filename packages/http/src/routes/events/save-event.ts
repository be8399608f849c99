import { callerOf } from '../../authenticate.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { SaveBody, SavedShape } from '../../schemas/events/event.ts';
import type { Route } from '../route.ts';

export const saveEvent: Route = (app) => {
  app.post(
    '/events/:id/save',
    {
      config: { auth: 'required', problems: ['event_not_found', 'rate_limited'] },
      schema: {
        operationId: 'saveEvent',
        tags: ['My events'],
        summary: 'Save or unsave an event',
        params: EventParams,
        body: SaveBody,
        response: { 200: refTo(SavedShape) },
      },
    },
    (request) =>
      request.domain.saveEvent({
        eventId: request.params.id,
        userId: callerOf(request).userId,
        saved: request.body.saved,
      }),
  );
};
