import { callerOf } from '../../authenticate.ts';
import { presentOwnBooking } from '../../presenters/present-booking.ts';
import { BookingBody, BookingShape } from '../../schemas/booking.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import type { Route } from '../route.ts';

export const bookSeats: Route = (app) => {
  app.put(
    '/events/:id/booking',
    {
      config: {
        auth: 'required',
        problems: [
          'event_not_found',
          'removed_by_organizer',
          'event_cancelled',
          'event_over',
          'rsvp_closed',
          'event_full',
          'rate_limited',
        ],
      },
      schema: {
        operationId: 'bookSeats',
        tags: ['Bookings'],
        summary: 'Make or change the booking of the caller',
        description:
          'What does not fit waits, where the event has a waitlist. A confirmed booking grows only while no guest waits and seats are free; a waitlisted one keeps its place when it shrinks and loses it when it grows. Sets the RSVP to `going`. The same request again changes nothing.',
        params: EventParams,
        body: BookingBody,
        response: { 200: refTo(BookingShape), 201: refTo(BookingShape) },
      },
    },
    async (request, reply) => {
      const { booking, isNew } = await request.domain.bookSeats({
        eventId: request.params.id,
        userId: callerOf(request).userId,
        quantity: request.body.quantity,
      });
      reply.code(isNew ? 201 : 200);
      return presentOwnBooking(booking);
    },
  );
};
