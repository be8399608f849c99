import { callerOf } from '../../authenticate.ts';
import { presentSeries } from '../../presenters/present-series.ts';
import { SeriesParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventSeriesShape } from '../../schemas/events/series.ts';
import { longHandlerTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

export const cancelEventSeries: Route = (app, { links }) => {
  app.post(
    '/event-series/:id/cancel',
    {
      config: {
        auth: 'required',
        cost: 'bulk',
        handlerTimeout: longHandlerTimeout,
        problems: ['not_found', 'forbidden', 'rate_limited'],
      },
      schema: {
        operationId: 'cancelEventSeries',
        tags: ['Series'],
        summary: 'Cancel all events of a series that are to come',
        description: 'For its organizer. No more events are made; repeating it changes nothing.',
        params: SeriesParams,
        response: { 200: refTo(EventSeriesShape) },
      },
    },
    async (request) =>
      presentSeries(
        await request.domain.cancelSeries({
          seriesId: request.params.id,
          callerId: callerOf(request).userId,
        }),
        links,
      ),
  );
};
