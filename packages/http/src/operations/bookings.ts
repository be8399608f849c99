import { openedBy } from '../credentials.ts';
import { presentListedEvent } from '../presenters/present-event.ts';
import { CheckInShape, presentAttendee } from '../schemas/attendee.ts';
import {
  BookingBody,
  BookingShape,
  BookingsQuery,
  CheckInBody,
  ConfirmBody,
  GuestBookingShape,
  presentGuestBooking,
  presentOwnBooking,
} from '../schemas/booking.ts';
import { PageQuery, pageOf, presentPage } from '../schemas/common/paging.ts';
import { BookedEventShape } from '../schemas/events/booked-event.ts';
import { type Operations, operation } from './operation.ts';

export const bookings: Operations = {
  listBookings: operation('GET /events/:id/bookings', 'Event management', {
    summary: 'List the bookings of an event',
    description:
      'The confirmed ones in the order of making, then the queue. For the organizer and admins of the event.',
    problems: ['forbidden'],
    cost: 'list',
    query: BookingsQuery,
    responses: { 200: pageOf(GuestBookingShape, 'bookings') },
    handler: async ({ domain, callerId, params, query }, { links }) =>
      presentPage(
        await domain.listBookings({ ...query, eventId: params.id, callerId }),
        presentGuestBooking,
        links,
      ),
  }),

  confirmBooking: operation('POST /events/:id/bookings/:bookingId/confirm', 'Event management', {
    summary: 'Confirm a waitlisted booking out of turn',
    description:
      'For the organizer and admins of the event. Without `force` only if it fits; repeating it changes nothing.',
    problems: ['forbidden', 'event_cancelled', 'event_postponed', 'event_over', 'event_full'],
    body: ConfirmBody,
    responses: { 200: GuestBookingShape },
    handler: async ({ domain, callerId, params, body: { force = false } }, { links }) => {
      const { id: eventId, bookingId } = params;
      return presentGuestBooking(await domain.confirmBooking({ eventId, bookingId, callerId, force }), links);
    },
  }),

  checkInGuest: operation('POST /events/:id/check-in', 'Event management', {
    summary: 'Check a guest in',
    description:
      'By the code of their booking. For the organizer and admins of the event. A second time says so and changes nothing.',
    credentials: ['ticket'],
    problems: ['forbidden', 'not_found', 'not_confirmed'],
    body: CheckInBody,
    responses: { 200: CheckInShape },
    handler: async (request, { links }) => {
      const { callerId, params, body } = request;
      const checkIn = await openedBy(request, 'ticket').checkInGuest({
        eventId: params.id,
        callerId,
        code: body.code,
      });
      return {
        attendee: presentAttendee(checkIn.attendee, links),
        checkedInAt: checkIn.checkedInAt.toISOString(),
        isFirst: checkIn.isFirst,
      };
    },
  }),

  bookSeats: operation('PUT /events/:id/booking', 'Bookings', {
    summary: 'Make or change the booking of the caller',
    description:
      'What does not fit waits, where the event has a waitlist. A confirmed booking grows only while no guest waits and seats are free; a waitlisted one keeps its place when it shrinks and loses it when it grows. Sets the RSVP to `going`. The same request again changes nothing.',
    problems: [
      'removed_by_organizer',
      'event_cancelled',
      'event_postponed',
      'event_over',
      'rsvp_closed',
      'event_full',
    ],
    body: BookingBody,
    responses: { 200: BookingShape, 201: BookingShape },
    handler: async ({ domain, callerId: userId, params, body: { quantity } }, _needs, reply) => {
      const { booking, isNew } = await domain.bookSeats({ eventId: params.id, userId, quantity });
      reply.code(isNew ? 201 : 200);
      return presentOwnBooking(booking);
    },
  }),

  cancelBooking: operation('DELETE /events/:id/booking', 'Bookings', {
    summary: 'Cancel the booking of the caller',
    description: 'Its seats go to the head of the queue at once. The RSVP stays. Always possible.',
    handler: ({ domain, callerId: userId, params }) => domain.cancelBooking({ eventId: params.id, userId }),
  }),

  listMyBookings: operation('GET /me/bookings', 'Bookings', {
    summary: 'List the bookings of the caller',
    description: 'With their events, the soonest first; past and cancelled events included.',
    cost: 'list',
    query: PageQuery,
    responses: { 200: pageOf(BookedEventShape, 'bookings with their events') },
    handler: async ({ domain, callerId, query }, { links }) =>
      presentPage(await domain.listMyBookings({ ...query, callerId }), ({ booking, event }) => ({
        booking: presentOwnBooking(booking),
        event: presentListedEvent(event, links),
      })),
  }),
};
