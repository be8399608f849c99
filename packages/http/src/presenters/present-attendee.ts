import type { Attendee } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type { AttendeeShape } from '../schemas/attendee.ts';
import { presentBooking } from './present-booking.ts';
import { presentPublicUser } from './present-user.ts';

export const presentAttendee = (
  { user, rsvp, booking, via, since }: Attendee,
  links: Links,
): Static<typeof AttendeeShape> => ({
  user: presentPublicUser(user, links),
  rsvp,
  booking: booking && presentBooking(booking),
  via,
  since: since.toISOString(),
});
