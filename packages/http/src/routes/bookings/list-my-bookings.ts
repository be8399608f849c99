import { callerOf } from '../../authenticate.ts';
import { presentOwnBooking } from '../../presenters/present-booking.ts';
import { presentListedEvent } from '../../presenters/present-event.ts';
import { PageQuery, pageOf, presentPage } from '../../schemas/common/paging.ts';
import { BookedEventShape } from '../../schemas/events/booked-event.ts';
import type { Route } from '../route.ts';

export const listMyBookings: Route = (app, { links }) => {
  app.get(
    '/me/bookings',
    {
      config: { cost: 'list', auth: 'required' },
      schema: {
        operationId: 'listMyBookings',
        tags: ['Bookings'],
        summary: 'List the bookings of the caller',
        description: 'With their events, the soonest first; past and cancelled events included.',
        querystring: PageQuery,
        response: { 200: pageOf(BookedEventShape, 'bookings with their events') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const bookings = await request.domain.listMyBookings({
        callerId: callerOf(request).userId,
        page,
        limit,
      });
      return presentPage(bookings, ({ booking, event }) => ({
        booking: presentOwnBooking(booking),
        event: presentListedEvent(event, links),
      }));
    },
  );
};
