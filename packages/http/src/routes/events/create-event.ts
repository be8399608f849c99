import { callerOf } from '../../authenticate.ts';
import { draftOf } from '../../input/event-draft.ts';
import { presentEvent } from '../../presenters/present-event.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { EventDetailShape } from '../../schemas/events/event.ts';
import { NewEventBody } from '../../schemas/events/event-body.ts';
import type { Route } from '../route.ts';

export const createEvent: Route = (app, { links }) => {
  app.post(
    '/events',
    {
      config: { auth: 'required', problems: ['rate_limited'] },
      schema: {
        operationId: 'createEvent',
        tags: ['Event management'],
        summary: 'Create an event',
        description: 'The caller becomes its organizer.',
        body: NewEventBody,
        response: { 201: refTo(EventDetailShape) },
      },
    },
    async (request, reply) => {
      const { userId: organizerId } = callerOf(request);
      const event = await request.domain.createEvent({ organizerId, draft: draftOf(request.body) });
      reply.code(201).header('location', links.event(event.id));
      return presentEvent(event, links);
    },
  );
};
