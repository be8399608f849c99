import { callerOf } from '../../authenticate.ts';
import { CircleUserParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const removeCircleMember: Route = (app) => {
  app.delete(
    '/me/circles/:id/members/:userId',
    {
      config: { auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'removeCircleMember',
        tags: ['Circles'],
        summary: 'Remove a user from a circle',
        params: CircleUserParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id: circleId, userId } = request.params;
      await request.domain.removeCircleMember({ circleId, userId, ownerId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
