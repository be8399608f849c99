import { presentModeratedUser } from '../../presenters/present-operator.ts';
import { OperatorUserParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { ModeratedUserShape, OptionalReasonBody } from '../../schemas/operator.ts';
import type { Route } from '../route.ts';
import { actOf, operatorRoute } from './operator-act.ts';

export const liftSuspension: Route = (app) => {
  app.post(
    '/operator/users/:id/lift',
    {
      config: { ...operatorRoute, problems: [] },
      schema: {
        operationId: 'liftSuspension',
        tags: ['Operators'],
        summary: 'Lift a suspension',
        description: 'Their events come back with them, except for those that were taken down on their own.',
        params: OperatorUserParams,
        body: OptionalReasonBody,
        response: { 200: refTo(ModeratedUserShape) },
      },
    },
    async (request) =>
      presentModeratedUser(
        await request.domain.liftSuspension({
          ...actOf(request),
          userId: request.params.id,
          reason: request.body.reason ?? '',
        }),
      ),
  );
};
