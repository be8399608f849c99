import { callerOf, originOf } from '../../authenticate.ts';
import { EventUserParams } from '../../schemas/params.ts';
import { Nothing } from '../../schemas/shapes.ts';
import type { Route } from '../route.ts';

export const removeAttendee: Route = (app, { domain }) => {
  app.delete(
    '/events/:id/attendees/:userId',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden', 'not_found', 'is_manager'] },
      schema: {
        operationId: 'removeAttendee',
        tags: ['Event management'],
        summary: 'Remove a person from an event',
        description:
          'For the organizer and admins of the event. Ends the RSVP, the join by the shared link and the invitations of the person. The shared link no longer lets them in and they cannot respond, until they are invited personally.',
        params: EventUserParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, userId } = request.params;
      const { userId: callerId } = callerOf(request);
      await domain.removeAttendee({ eventId, userId, callerId, origin: originOf(request) });
      return reply.code(204).send(null);
    },
  );
};
