import { callerOf, originOf } from '../../authenticate.ts';
import { changesOf } from '../../input/event-draft.ts';
import { presentEvent } from '../../presenters/present-event.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventDetailShape } from '../../schemas/events/event.ts';
import { EventChangesBody } from '../../schemas/events/event-body.ts';
import type { Route } from '../route.ts';

export const updateEvent: Route = (app, { links }) => {
  app.patch(
    '/events/:id',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'forbidden', 'event_cancelled', 'question_answered', 'rate_limited'],
      },
      schema: {
        operationId: 'updateEvent',
        tags: ['Event management'],
        summary: 'Change an event',
        description: 'For its organizer and admins.',
        params: EventParams,
        body: EventChangesBody,
        response: { 200: refTo(EventDetailShape) },
      },
    },
    async (request) => {
      const { userId: callerId } = callerOf(request);
      const eventId = request.params.id;
      const changes = changesOf(request.body);
      const origin = originOf(request);
      return presentEvent(await request.domain.updateEvent({ eventId, callerId, changes, origin }), links);
    },
  );
};
