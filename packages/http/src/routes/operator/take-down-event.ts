import { presentModeratedEvent } from '../../presenters/present-operator.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { ModeratedEventShape, ReasonBody } from '../../schemas/operator.ts';
import type { Route } from '../route.ts';
import { actOf, operatorRoute } from './operator-act.ts';

export const takeDownEvent: Route = (app) => {
  app.post(
    '/operator/events/:id/take-down',
    {
      config: { ...operatorRoute, problems: ['event_not_found'] },
      schema: {
        operationId: 'takeDownEvent',
        tags: ['Operators'],
        summary: 'Take an event down',
        description:
          'It is unknown to all but its organizer at once: in lists, searches, feeds, pages and caches. Repeating it replaces the reason.',
        params: EventParams,
        body: ReasonBody,
        response: { 200: refTo(ModeratedEventShape) },
      },
    },
    async (request) =>
      presentModeratedEvent(
        await request.domain.takeDownEvent({
          ...actOf(request),
          eventId: request.params.id,
          reason: request.body.reason,
        }),
      ),
  );
};
