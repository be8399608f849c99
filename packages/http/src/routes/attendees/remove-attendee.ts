import { callerOf, originOf } from '../../authenticate.ts';
import { RemovalQuery } from '../../schemas/attendee.ts';
import { EventUserParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const removeAttendee: Route = (app) => {
  app.delete(
    '/events/:id/attendees/:userId',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'forbidden', 'not_found', 'is_manager', 'rate_limited'],
      },
      schema: {
        operationId: 'removeAttendee',
        tags: ['Event management'],
        summary: 'Remove a person from an event',
        description:
          'For the organizer and admins of the event. Ends the RSVP, the join by the shared link and the invitations of the person. The shared link no longer lets them in and they cannot respond, until they are invited personally. The removed person knows the shared link: with `rotateLink` it is replaced in the same step.',
        params: EventUserParams,
        querystring: RemovalQuery,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, userId } = request.params;
      const { userId: callerId } = callerOf(request);
      const { rotateLink } = request.query;
      await request.domain.removeAttendee({
        eventId,
        userId,
        callerId,
        rotateLink,
        origin: originOf(request),
      });
      return reply.code(204).send(null);
    },
  );
};
