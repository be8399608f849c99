import type { Attendee, AttendeeAnswers } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type { AttendeeShape } from '../schemas/attendee.ts';
import { presentAnswers } from './present-answers.ts';
import { presentBooking } from './present-booking.ts';
import { presentPublicUser } from './present-user.ts';

export const presentAttendee = (
  { user, rsvp, booking, answers, via, since }: Attendee & AttendeeAnswers,
  links: Links,
): Static<typeof AttendeeShape> => ({
  user: presentPublicUser(user, links),
  rsvp,
  booking: booking && presentBooking(booking),
  answers: presentAnswers(answers),
  via,
  since: since.toISOString(),
});
