import { type Booking, type GuestBooking, limits, type OwnBooking } from '@event-platform/domain';
import { type Static, type TObject, Type } from 'typebox';
import type { Links } from '../links.ts';
import { pageQuery } from './common/paging.ts';
import { namedShape, nullable, oneOf, refTo, timestamp, uuid } from './common/shapes.ts';
import { PublicUserShape, presentPublicUser } from './user.ts';

const statuses = ['confirmed', 'waitlisted'] as const;

export const bookingFields = {
  id: uuid('Id of the booking.'),
  quantity: Type.Integer({ description: 'Seats.', examples: [2] }),
  status: oneOf(statuses, {
    description: 'Whether the booking holds seats or waits for them.',
    examples: ['confirmed'],
  }),
  position: nullable(
    Type.Integer({ description: 'The bookings ahead plus one; null when confirmed.', examples: [3] }),
  ),
  createdAt: timestamp('When it was made.'),
};

export const presentBooking = ({
  id,
  quantity,
  status,
  position,
  createdAt,
}: Booking): Static<TObject<typeof bookingFields>> => ({
  id,
  quantity,
  status,
  position,
  createdAt: createdAt.toISOString(),
});

/** A booking as its holder sees it. */
export const ownBookingFields = {
  ...bookingFields,
  code: Type.String({
    description: 'Checks the holder in; shown to no other user.',
    examples: ['q8vS1mXb5cJw0o3yTz2r7A'],
  }),
};

export const BookingShape = namedShape('Booking', ownBookingFields, 'A booking of the caller.');

export const GuestBookingShape = namedShape(
  'GuestBooking',
  { ...bookingFields, user: refTo(PublicUserShape) },
  'A booking as the managers of its event see it.',
);

export const presentGuestBooking = (
  booking: GuestBooking,
  links: Links,
): Static<typeof GuestBookingShape> => ({
  ...presentBooking(booking),
  user: presentPublicUser(booking.user, links),
});

export const presentOwnBooking = (booking: OwnBooking): Static<typeof BookingShape> => ({
  ...presentBooking(booking),
  code: booking.code,
});

export const BookingBody = Type.Object(
  {
    quantity: Type.Integer({
      minimum: 1,
      maximum: limits.maxPerBooking,
      description: 'Seats, at most the event’s `maxPerBooking`.',
      examples: [2],
    }),
  },
  { title: 'BookingRequest' },
);

export const BookingsQuery = Type.Object({
  status: Type.Optional(
    oneOf(statuses, { description: 'Only bookings with this status.', examples: ['waitlisted'] }),
  ),
  ...pageQuery,
});

export const ConfirmBody = Type.Object(
  {
    force: Type.Optional(
      Type.Boolean({ description: 'Beyond the capacity, too.', default: false, examples: [true] }),
    ),
  },
  { title: 'ConfirmRequest' },
);

export const CheckInBody = Type.Object(
  {
    code: Type.String({
      minLength: 1,
      maxLength: limits.tokenLength,
      description: 'Of a booking.',
      examples: ['q8vS1mXb5cJw0o3yTz2r7A'],
    }),
  },
  { title: 'CheckInRequest' },
);
