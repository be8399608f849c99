import { callerOf } from '../../authenticate.ts';
import { openedBy } from '../../credentials.ts';
import { invitationToken } from '../../input/tokens.ts';
import { TokenParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { AcceptedShape } from '../../schemas/invitation.ts';
import type { Route } from '../route.ts';

export const acceptInvitation: Route = (app) => {
  app.post(
    '/event-invites/:token/accept',
    {
      config: {
        auth: 'required',
        credentials: ['invitationLink'],
        problems: [
          'invitation_not_found',
          'invitation_expired',
          'invitation_not_yours',
          'invitation_already_accepted',
          'event_cancelled',
          'rsvp_closed',
        ],
      },
      schema: {
        operationId: 'acceptInvitation',
        tags: ['Invitations'],
        summary: 'Accept an invitation',
        description: 'Sets the RSVP of the caller to `going`. Each user can accept a shared link once.',
        params: TokenParams,
        response: { 200: refTo(AcceptedShape) },
      },
    },
    async (request) => {
      const token = invitationToken(request.params.token);
      const { eventId, eventTitle } = await openedBy(request, 'invitationLink').acceptInvitation({
        token,
        userId: callerOf(request).userId,
      });
      return { eventId, myRsvp: 'going' as const, message: `You are going to ${eventTitle}.` };
    },
  );
};
