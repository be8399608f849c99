import { callerOf } from '../../authenticate.ts';
import { CircleParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const deleteCircle: Route = (app) => {
  app.delete(
    '/me/circles/:id',
    {
      config: { auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'deleteCircle',
        tags: ['Circles'],
        summary: 'Delete a circle',
        description: 'Invitations already sent to its members stay.',
        params: CircleParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.deleteCircle({ circleId: request.params.id, ownerId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
