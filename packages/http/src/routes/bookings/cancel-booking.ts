import { callerOf } from '../../authenticate.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { Nothing } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const cancelBooking: Route = (app) => {
  app.delete(
    '/events/:id/booking',
    {
      config: { auth: 'required', problems: ['event_not_found'] },
      schema: {
        operationId: 'cancelBooking',
        tags: ['Bookings'],
        summary: 'Cancel the booking of the caller',
        description: 'Its seats go to the head of the queue at once. The RSVP stays. Always possible.',
        params: EventParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.domain.cancelBooking({ eventId: request.params.id, userId: callerOf(request).userId });
      return reply.code(204).send(null);
    },
  );
};
