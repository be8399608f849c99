import { callerOf } from '../../authenticate.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { RsvpBody, RsvpShape } from '../../schemas/events/event.ts';
import type { Route } from '../route.ts';

export const answerRsvp: Route = (app) => {
  app.post(
    '/events/:id/rsvp',
    {
      config: {
        auth: 'required',
        problems: [
          'event_not_found',
          'removed_by_organizer',
          'event_cancelled',
          'rsvp_closed',
          'rate_limited',
        ],
      },
      schema: {
        operationId: 'answerRsvp',
        tags: ['My events'],
        summary: 'Set or clear the RSVP of the caller',
        description:
          'Clearing it is always possible. After `rsvpUntil` of the event only the same answer again is.',
        params: EventParams,
        body: RsvpBody,
        response: { 200: refTo(RsvpShape) },
      },
    },
    (request) =>
      request.domain.answerRsvp({
        eventId: request.params.id,
        userId: callerOf(request).userId,
        state: request.body.status,
      }),
  );
};
