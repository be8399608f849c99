import { callerOf } from '../../authenticate.ts';
import { EventInviteParams } from '../../schemas/params.ts';
import { Nothing } from '../../schemas/shapes.ts';
import type { Route } from '../route.ts';

export const revokeInvitation: Route = (app, { domain }) => {
  app.delete(
    '/events/:id/invites/:inviteId',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden', 'invitation_not_found'] },
      schema: {
        operationId: 'revokeInvitation',
        tags: ['Inviting'],
        summary: 'Revoke an invitation',
        description: 'For the organizer and admins of the event. An RSVP already given stays.',
        params: EventInviteParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, inviteId: invitationId } = request.params;
      await domain.revokeInvitation({ eventId, invitationId, callerId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
