import { callerOf } from '../../authenticate.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { AnnounceBody, AnnouncedShape } from '../../schemas/notice.ts';
import type { Route } from '../route.ts';

export const announce: Route = (app) => {
  app.post(
    '/events/:id/announcements',
    {
      config: { auth: 'required', problems: ['event_not_found', 'forbidden', 'rate_limited'] },
      schema: {
        operationId: 'announce',
        tags: ['Event management'],
        summary: 'Announce something to people of an event',
        description:
          'For its organizer and admins, five times a day for an event. People who block the organizer are not told.',
        params: EventParams,
        body: AnnounceBody,
        response: { 201: refTo(AnnouncedShape) },
      },
    },
    async (request, reply) => {
      const { text, to } = request.body;
      const { userId: callerId } = callerOf(request);
      reply.code(201);
      return request.domain.announce({ eventId: request.params.id, callerId, text, to });
    },
  );
};
