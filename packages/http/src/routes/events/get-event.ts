import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerIdOf, isAnonymous } from '../../authenticate.ts';
import { responseCache } from '../../plugins/caching/response-cache.ts';
import { presentEvent } from '../../presenters/present-event.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventDetailShape } from '../../schemas/events/event.ts';
import type { Route } from '../route.ts';

export const getEvent: Route = (app, { links }) => {
  const sendCached = responseCache('application/json; charset=utf-8');
  app.get(
    '/events/:id',
    {
      config: { auth: 'optional', problems: ['event_not_found'] },
      schema: {
        operationId: 'getEvent',
        tags: ['Discovery'],
        summary: 'Get an event',
        params: EventParams,
        response: { 200: refTo(EventDetailShape) },
      },
    },
    async (request, reply) => {
      const event = await request.domain.getEvent({
        eventId: request.params.id,
        callerId: callerIdOf(request),
      });
      if (!isAnonymous(request)) return presentEvent(event, links);
      const [ofRequest, ofReply] = [request as FastifyRequest, reply as FastifyReply];
      return sendCached(ofRequest, ofReply, event, () => String(reply.serialize(presentEvent(event, links))));
    },
  );
};
