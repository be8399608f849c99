import type { Booking, GuestBooking, OwnBooking } from '@event-platform/domain';
import type { Static, TObject } from 'typebox';
import type { Links } from '../links.ts';
import type { BookingShape, bookingFields, GuestBookingShape } from '../schemas/booking.ts';
import { presentPublicUser } from './present-user.ts';

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

export const presentOwnBooking = (booking: OwnBooking): Static<typeof BookingShape> => ({
  ...presentBooking(booking),
  code: booking.code,
});

export const presentGuestBooking = (
  booking: GuestBooking,
  links: Links,
): Static<typeof GuestBookingShape> => ({
  ...presentBooking(booking),
  user: presentPublicUser(booking.user, links),
});
