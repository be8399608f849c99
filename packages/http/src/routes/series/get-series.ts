import { callerIdOf } from '../../authenticate.ts';
import { presentSeries } from '../../presenters/present-series.ts';
import { SeriesParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventSeriesShape } from '../../schemas/events/series.ts';
import type { Route } from '../route.ts';

export const getEventSeries: Route = (app, { links }) => {
  app.get(
    '/event-series/:id',
    {
      config: { auth: 'optional', problems: ['not_found'] },
      schema: {
        operationId: 'getEventSeries',
        tags: ['Series'],
        summary: 'Read a series of events',
        description:
          'For those who see one of its events. Of a private series it shows the events that the caller sees.',
        params: SeriesParams,
        response: { 200: refTo(EventSeriesShape) },
      },
    },
    async (request) =>
      presentSeries(
        await request.domain.getSeries({ seriesId: request.params.id, callerId: callerIdOf(request) }),
        links,
      ),
  );
};
