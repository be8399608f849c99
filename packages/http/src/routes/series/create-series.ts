import { callerOf } from '../../authenticate.ts';
import { draftOf } from '../../input/event-draft.ts';
import { presentSeries } from '../../presenters/present-series.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventSeriesShape, NewSeriesBody } from '../../schemas/events/series.ts';
import { longHandlerTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

export const createEventSeries: Route = (app, { links }) => {
  app.post(
    '/event-series',
    {
      config: {
        auth: 'required',
        cost: 'bulk',
        handlerTimeout: longHandlerTimeout,
        problems: ['rate_limited'],
      },
      schema: {
        operationId: 'createEventSeries',
        tags: ['Series'],
        summary: 'Create a series of events',
        description:
          'Makes the events of the next 12 months, at most 200 at once; the others follow on their own. They count as one event made.',
        body: NewSeriesBody,
        response: { 201: refTo(EventSeriesShape) },
      },
    },
    async (request, reply) => {
      const { userId: organizerId } = callerOf(request);
      const { event, rule } = request.body;
      const series = await request.domain.createSeries({ organizerId, draft: draftOf(event), rule });
      reply.code(201);
      return presentSeries(series, links);
    },
  );
};
