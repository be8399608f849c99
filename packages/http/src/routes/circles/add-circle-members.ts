import { callerOf } from '../../authenticate.ts';
import { presentCircle } from '../../presenters/present-circle.ts';
import { CircleShape, MembersBody } from '../../schemas/circle.ts';
import { CircleParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const addCircleMembers: Route = (app) => {
  app.post(
    '/me/circles/:id/members',
    {
      config: { auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'addCircleMembers',
        tags: ['Circles'],
        summary: 'Add users to a circle',
        description: 'Returns the circle. Current members and unknown ids are skipped.',
        params: CircleParams,
        body: MembersBody,
        response: { 200: refTo(CircleShape) },
      },
    },
    async (request) =>
      presentCircle(
        await request.domain.addCircleMembers({
          circleId: request.params.id,
          ownerId: callerOf(request).userId,
          userIds: request.body.userIds,
        }),
      ),
  );
};
