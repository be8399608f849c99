import { callerOf } from '../../authenticate.ts';
import { presentGuestBooking } from '../../presenters/present-booking.ts';
import { ConfirmBody, GuestBookingShape } from '../../schemas/booking.ts';
import { EventBookingParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const confirmBooking: Route = (app, { links }) => {
  app.post(
    '/events/:id/bookings/:bookingId/confirm',
    {
      config: {
        auth: 'required',
        problems: [
          'event_not_found',
          'forbidden',
          'not_found',
          'event_cancelled',
          'event_over',
          'event_full',
          'rate_limited',
        ],
      },
      schema: {
        operationId: 'confirmBooking',
        tags: ['Event management'],
        summary: 'Confirm a waitlisted booking out of turn',
        description:
          'For the organizer and admins of the event. Without `force` only if it fits; repeating it changes nothing.',
        params: EventBookingParams,
        body: ConfirmBody,
        response: { 200: refTo(GuestBookingShape) },
      },
    },
    async (request) => {
      const { id: eventId, bookingId } = request.params;
      const { userId: callerId } = callerOf(request);
      const force = request.body.force ?? false;
      return presentGuestBooking(
        await request.domain.confirmBooking({ eventId, bookingId, callerId, force }),
        links,
      );
    },
  );
};
