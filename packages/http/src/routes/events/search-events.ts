import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerIdOf } from '../../authenticate.ts';
import { dateBoundOf } from '../../input/instants.ts';
import { pageOf } from '../../schemas/common/paging.ts';
import { EventListItemShape } from '../../schemas/events/event.ts';
import { SearchQuery } from '../../schemas/events/event-query.ts';
import type { Route } from '../route.ts';
import { discoveryReply } from './discovery-reply.ts';

export const searchEvents: Route = (app, { links }) => {
  const send = discoveryReply(links);
  app.get(
    '/events/search',
    {
      config: { cost: 'list', auth: 'optional' },
      schema: {
        operationId: 'searchEvents',
        tags: ['Discovery'],
        summary: 'Search public events',
        description: 'Ordered by relevance, then by start. Takes the filters of the list.',
        querystring: SearchQuery,
        response: { 200: pageOf(EventListItemShape, 'events') },
      },
    },
    async (request, reply) => {
      const { dateFrom, dateTo, attendance, ...filters } = request.query;
      const page = await request.domain.searchEvents({
        ...filters,
        attendance: attendance?.split(','),
        dateFrom: dateBoundOf(dateFrom),
        dateTo: dateBoundOf(dateTo),
        callerId: callerIdOf(request),
      });
      return send(request as FastifyRequest, reply as FastifyReply, page);
    },
  );
};
