import { callerIdOf } from '../../authenticate.ts';
import { dateBoundOf } from '../../input/instants.ts';
import { clientKeyOf } from '../../plugins/traffic/client-key.ts';
import { presentEventItem } from '../../presenters/present-event.ts';
import { EventListItemShape } from '../../schemas/event.ts';
import { SearchQuery } from '../../schemas/event-query.ts';
import { pageOf, presentPage } from '../../schemas/paging.ts';
import type { Route } from '../route.ts';

export const searchEvents: Route = (app, { domain, links }) => {
  app.get(
    '/events/search',
    {
      config: { auth: 'optional', cached: 'list' },
      schema: {
        operationId: 'searchEvents',
        tags: ['Discovery'],
        summary: 'Search public events',
        description: 'Ordered by relevance, then by start. Takes the filters of the list.',
        querystring: SearchQuery,
        response: { 200: pageOf(EventListItemShape, 'events') },
      },
    },
    async (request) => {
      const { dateFrom, dateTo, ...filters } = request.query;
      const found = await domain.searchEvents({
        ...filters,
        dateFrom: dateBoundOf(dateFrom),
        dateTo: dateBoundOf(dateTo),
        callerId: callerIdOf(request),
        clientKey: clientKeyOf(request),
      });
      request.isListCurrent = found.isCurrent ?? null;
      return presentPage(found, (event) => presentEventItem(event, links));
    },
  );
};
