import { callerOf } from '../../authenticate.ts';
import { SeriesParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { SeriesRsvpBody, SeriesRsvpShape } from '../../schemas/events/series.ts';
import type { Route } from '../route.ts';

export const answerEventSeries: Route = (app) => {
  app.post(
    '/event-series/:id/rsvp',
    {
      config: { auth: 'required', problems: ['not_found', 'event_cancelled', 'rate_limited'] },
      schema: {
        operationId: 'answerEventSeries',
        tags: ['Series'],
        summary: 'Set or clear the RSVP of the caller to all events of a series',
        description:
          'Answers every event to come that the caller sees, and those made later. An answer to one event stays until the next answer to the series.',
        params: SeriesParams,
        body: SeriesRsvpBody,
        response: { 200: refTo(SeriesRsvpShape) },
      },
    },
    (request) =>
      request.domain.answerSeries({
        seriesId: request.params.id,
        userId: callerOf(request).userId,
        state: request.body.status,
      }),
  );
};
