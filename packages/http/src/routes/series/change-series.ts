import { callerOf, originOf } from '../../authenticate.ts';
import { seriesChangesOf } from '../../input/event-draft.ts';
import { instantOf } from '../../input/instants.ts';
import { presentSeries } from '../../presenters/present-series.ts';
import { SeriesParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventSeriesShape, SeriesChangesBody } from '../../schemas/events/series.ts';
import { longHandlerTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

export const changeEventSeries: Route = (app, { links }) => {
  app.patch(
    '/event-series/:id',
    {
      config: {
        auth: 'required',
        cost: 'bulk',
        handlerTimeout: longHandlerTimeout,
        problems: [
          'not_found',
          'forbidden',
          'event_cancelled',
          'capacity_below_booked',
          'question_answered',
          'rate_limited',
        ],
      },
      schema: {
        operationId: 'changeEventSeries',
        tags: ['Series'],
        summary: 'Change the events of a series',
        description:
          'For its organizer: all events from an instant on that were not changed on their own, or none. A new rule keeps those on its dates, cancels others with guests and deletes others without.',
        params: SeriesParams,
        body: SeriesChangesBody,
        response: { 200: refTo(EventSeriesShape) },
      },
    },
    async (request) => {
      const { event = {}, rule, from } = request.body;
      const series = await request.domain.changeSeries({
        ...seriesChangesOf(event),
        seriesId: request.params.id,
        callerId: callerOf(request).userId,
        rule,
        from: from === undefined ? undefined : instantOf(from),
        origin: originOf(request),
      });
      return presentSeries(series, links);
    },
  );
};
