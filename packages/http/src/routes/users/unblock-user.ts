import { callerOf } from '../../authenticate.ts';
import { UserParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const unblockUser: Route = (app) => {
  app.delete(
    '/me/blocked-users/:userId',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'unblockUser',
        tags: ['Invitations'],
        summary: 'Unblock a user',
        description: 'Repeating it changes nothing.',
        params: UserParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.unblockUser({ callerId: callerOf(request).userId, userId: request.params.userId });
      return reply.code(204).send(null);
    },
  );
};
