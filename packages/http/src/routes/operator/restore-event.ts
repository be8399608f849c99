import { presentModeratedEvent } from '../../presenters/present-operator.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { ModeratedEventShape, OptionalReasonBody } from '../../schemas/operator.ts';
import type { Route } from '../route.ts';
import { actOf, operatorRoute } from './operator-act.ts';

export const restoreEvent: Route = (app) => {
  app.post(
    '/operator/events/:id/restore',
    {
      config: { ...operatorRoute, problems: ['event_not_found'] },
      schema: {
        operationId: 'restoreEvent',
        tags: ['Operators'],
        summary: 'Restore an event',
        description: 'All of it is back, unless its organizer is suspended: then it comes back with them.',
        params: EventParams,
        body: OptionalReasonBody,
        response: { 200: refTo(ModeratedEventShape) },
      },
    },
    async (request) =>
      presentModeratedEvent(
        await request.domain.restoreEvent({
          ...actOf(request),
          eventId: request.params.id,
          reason: request.body.reason ?? '',
        }),
      ),
  );
};
