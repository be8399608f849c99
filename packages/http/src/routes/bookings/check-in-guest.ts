import { callerOf } from '../../authenticate.ts';
import { openedBy } from '../../credentials.ts';
import { presentAttendee } from '../../presenters/present-attendee.ts';
import { CheckInBody } from '../../schemas/booking.ts';
import { CheckInShape } from '../../schemas/check-in.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const checkInGuest: Route = (app, { links }) => {
  app.post(
    '/events/:id/check-in',
    {
      config: {
        auth: 'required',
        credentials: ['ticket'],
        problems: ['event_not_found', 'forbidden', 'not_found', 'not_confirmed', 'rate_limited'],
      },
      schema: {
        operationId: 'checkInGuest',
        tags: ['Event management'],
        summary: 'Check a guest in',
        description:
          'By the code of their booking. For the organizer and admins of the event. A second time says so and changes nothing.',
        params: EventParams,
        body: CheckInBody,
        response: { 200: refTo(CheckInShape) },
      },
    },
    async (request) => {
      const { userId: callerId } = callerOf(request);
      const { code } = request.body;
      const eventId = request.params.id;
      const checkIn = await openedBy(request, 'ticket').checkInGuest({ eventId, callerId, code });
      return {
        attendee: presentAttendee(checkIn.attendee, links),
        checkedInAt: checkIn.checkedInAt.toISOString(),
        isFirst: checkIn.isFirst,
      };
    },
  );
};
