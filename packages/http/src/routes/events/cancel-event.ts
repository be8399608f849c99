import { callerOf } from '../../authenticate.ts';
import { presentEvent } from '../../presenters/present-event.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventDetailShape } from '../../schemas/events/event.ts';
import type { Route } from '../route.ts';

export const cancelEvent: Route = (app, { links }) => {
  app.post(
    '/events/:id/cancel',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden', 'rate_limited'] },
      schema: {
        operationId: 'cancelEvent',
        tags: ['Event management'],
        summary: 'Cancel an event',
        description: 'For its organizer. The event stays readable; repeating it changes nothing.',
        params: EventParams,
        response: { 200: refTo(EventDetailShape) },
      },
    },
    async (request) =>
      presentEvent(
        await request.domain.cancelEvent({ eventId: request.params.id, callerId: callerOf(request).userId }),
        links,
      ),
  );
};
