import { callerOf, originOf } from '../../authenticate.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { InviteLinkShape } from '../../schemas/invitation.ts';
import type { Route } from '../route.ts';

export const rotateInviteLink: Route = (app, { links }) => {
  app.post(
    '/events/:id/invite-link/rotate',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden'] },
      schema: {
        operationId: 'rotateInviteLink',
        tags: ['Inviting'],
        summary: 'Replace the shared link of an event',
        description:
          'For the organizer and admins of the event. The old link stops working; people who joined through it stay.',
        params: EventParams,
        response: { 200: refTo(InviteLinkShape) },
      },
    },
    async (request) => {
      const { linkToken } = await request.domain.rotateInviteLink({
        eventId: request.params.id,
        callerId: callerOf(request).userId,
        origin: originOf(request),
      });
      return { inviteLink: links.invitation(linkToken) };
    },
  );
};
