import { callerOf } from '../../authenticate.ts';
import { UserParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const blockUser: Route = (app) => {
  app.put(
    '/me/blocked-users/:userId',
    {
      config: { auth: 'required', problems: ['invalid_request', 'not_found'] },
      schema: {
        operationId: 'blockUser',
        tags: ['Invitations'],
        summary: 'Block a user',
        description:
          'Their invitations to the caller are skipped, and those sent before are no longer listed. Repeating it changes nothing.',
        params: UserParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.blockUser({ callerId: callerOf(request).userId, userId: request.params.userId });
      reply.code(204);
      return null;
    },
  );
};
