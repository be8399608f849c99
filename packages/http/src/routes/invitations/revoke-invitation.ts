import { callerOf, originOf } from '../../authenticate.ts';
import { EventInviteParams } from '../../schemas/common/params.ts';
import { Nothing, refTo } from '../../schemas/common/shapes.ts';
import { RevokedShape, RevokeQuery } from '../../schemas/invitation.ts';
import type { Route } from '../route.ts';

export const revokeInvitation: Route = (app) => {
  app.delete(
    '/events/:id/invites/:inviteId',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'forbidden', 'invitation_not_found', 'is_manager'],
      },
      schema: {
        operationId: 'revokeInvitation',
        tags: ['Inviting'],
        summary: 'Revoke an invitation',
        description:
          'For the organizer and admins of the event. An RSVP already given stays, and the response says so, unless `remove` is set.',
        params: EventInviteParams,
        querystring: RevokeQuery,
        response: { 200: refTo(RevokedShape), 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: eventId, inviteId: invitationId } = request.params;
      const { userId: callerId } = callerOf(request);
      const { remove } = request.query;
      const origin = originOf(request);
      const { stillAttends } = await request.domain.revokeInvitation({
        eventId,
        invitationId,
        callerId,
        remove,
        origin,
      });
      return stillAttends ? { stillAttends } : reply.code(204).send(null);
    },
  );
};
