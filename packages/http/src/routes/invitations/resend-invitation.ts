import { callerOf } from '../../authenticate.ts';
import { presentEventInvite } from '../../presenters/present-invitation.ts';
import { EventInviteParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventInviteShape } from '../../schemas/invitation.ts';
import type { Route } from '../route.ts';

export const resendInvitation: Route = (app, { links }) => {
  app.post(
    '/events/:id/invites/:inviteId/resend',
    {
      config: {
        auth: 'required',
        problems: ['event_not_found', 'forbidden', 'invitation_not_found', 'event_cancelled', 'rate_limited'],
      },
      schema: {
        operationId: 'resendInvitation',
        tags: ['Inviting'],
        summary: 'Send an invitation again',
        description:
          'For the organizer and admins of the event. The invitation gets a new token and a new expiry.',
        params: EventInviteParams,
        response: { 200: refTo(EventInviteShape) },
      },
    },
    async (request) => {
      const { id: eventId, inviteId: invitationId } = request.params;
      const { userId: callerId } = callerOf(request);
      return presentEventInvite(
        await request.domain.resendInvitation({ eventId, invitationId, callerId }),
        links,
      );
    },
  );
};
