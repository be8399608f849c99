import { callerOf } from '../../authenticate.ts';
import { presentGuestBooking } from '../../presenters/present-booking.ts';
import { BookingsQuery, GuestBookingShape } from '../../schemas/booking.ts';
import { pageOf, presentPage } from '../../schemas/common/paging.ts';
import { EventParams } from '../../schemas/common/params.ts';
import type { Route } from '../route.ts';

export const listBookings: Route = (app, { links }) => {
  app.get(
    '/events/:id/bookings',
    {
      config: { cost: 'list', auth: 'required', problems: ['event_not_found', 'forbidden'] },
      schema: {
        operationId: 'listBookings',
        tags: ['Event management'],
        summary: 'List the bookings of an event',
        description:
          'The confirmed ones in the order of making, then the queue. For the organizer and admins of the event.',
        params: EventParams,
        querystring: BookingsQuery,
        response: { 200: pageOf(GuestBookingShape, 'bookings') },
      },
    },
    async (request) => {
      const { status, page, limit } = request.query;
      const { userId: callerId } = callerOf(request);
      const bookings = await request.domain.listBookings({
        eventId: request.params.id,
        callerId,
        status,
        page,
        limit,
      });
      return presentPage(bookings, (booking) => presentGuestBooking(booking, links));
    },
  );
};
