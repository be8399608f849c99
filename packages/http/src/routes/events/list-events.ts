import { callerIdOf } from '../../authenticate.ts';
import { dateBoundOf } from '../../input/instants.ts';
import { clientKeyOf } from '../../plugins/traffic/client-key.ts';
import { eventPageText } from '../../presenters/event-page-text.ts';
import { presentEventItem } from '../../presenters/present-event.ts';
import { EventListItemShape } from '../../schemas/event.ts';
import { ListQuery } from '../../schemas/event-query.ts';
import { pageOf, presentPage } from '../../schemas/paging.ts';
import type { Route } from '../route.ts';

export const listEvents: Route = (app, { domain, links }) => {
  const textOf = eventPageText(links);
  app.get(
    '/events',
    {
      config: { auth: 'optional', cached: 'list' },
      schema: {
        operationId: 'listEvents',
        tags: ['Discovery'],
        summary: 'List public events',
        description: 'Ordered by start. Without `dateFrom`, only events that have not ended yet.',
        querystring: ListQuery,
        response: { 200: pageOf(EventListItemShape, 'events') },
      },
    },
    async (request, reply) => {
      const { dateFrom, dateTo, ...filters } = request.query;
      const found = await domain.listEvents({
        ...filters,
        dateFrom: dateBoundOf(dateFrom),
        dateTo: dateBoundOf(dateTo),
        callerId: callerIdOf(request),
        clientKey: clientKeyOf(request),
      });
      request.isListCurrent = found.isCurrent ?? null;
      const text = textOf(found);
      if (text === null) return presentPage(found, (event) => presentEventItem(event, links));
      reply.type('application/json; charset=utf-8').serializer(() => text);
      return presentPage({ ...found, items: [] }, (event) => presentEventItem(event, links));
    },
  );
};
