import { callerOf } from '../../authenticate.ts';
import { presentCircle } from '../../presenters/present-circle.ts';
import { CircleBody, CircleShape } from '../../schemas/circle.ts';
import { CircleParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const renameCircle: Route = (app) => {
  app.patch(
    '/me/circles/:id',
    {
      config: { auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'renameCircle',
        tags: ['Circles'],
        summary: 'Rename a circle',
        params: CircleParams,
        body: CircleBody,
        response: { 200: refTo(CircleShape) },
      },
    },
    async (request) =>
      presentCircle(
        await request.domain.renameCircle({
          circleId: request.params.id,
          ownerId: callerOf(request).userId,
          name: request.body.name,
        }),
      ),
  );
};
