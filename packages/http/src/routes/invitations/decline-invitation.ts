import { callerOf } from '../../authenticate.ts';
import { InviteParams } from '../../schemas/common/params.ts';
import { refTo, Success } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const declineInvitation: Route = (app) => {
  app.delete(
    '/me/event-invites/:id',
    {
      config: { auth: 'required', problems: ['invitation_not_found'] },
      schema: {
        operationId: 'declineInvitation',
        tags: ['Invitations'],
        summary: 'Decline an invitation',
        params: InviteParams,
        response: { 200: refTo(Success) },
      },
    },
    async (request) => {
      await request.domain.declineInvitation({
        invitationId: request.params.id,
        userId: callerOf(request).userId,
      });
      return { success: true as const };
    },
  );
};
