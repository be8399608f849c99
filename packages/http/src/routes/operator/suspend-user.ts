import { presentModeratedUser } from '../../presenters/present-operator.ts';
import { OperatorUserParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { ModeratedUserShape, ReasonBody } from '../../schemas/operator.ts';
import type { Route } from '../route.ts';
import { actOf, operatorRoute } from './operator-act.ts';

export const suspendUser: Route = (app) => {
  app.post(
    '/operator/users/:id/suspend',
    {
      config: { ...operatorRoute, problems: ['is_operator'] },
      schema: {
        operationId: 'suspendUser',
        tags: ['Operators'],
        summary: 'Suspend a user',
        description:
          'Their sessions end at once, a sign-in gets the reason, and what they organize to come is taken down with them.',
        params: OperatorUserParams,
        body: ReasonBody,
        response: { 200: refTo(ModeratedUserShape) },
      },
    },
    async (request) =>
      presentModeratedUser(
        await request.domain.suspendUser({
          ...actOf(request),
          userId: request.params.id,
          reason: request.body.reason,
        }),
      ),
  );
};
