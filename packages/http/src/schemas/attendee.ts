import type { Readable } from 'node:stream';
import { type Attendee, type AttendeeAnswers, limits } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { bookingFields, presentBooking } from './booking.ts';
import { pageQuery } from './common/paging.ts';
import { namedShape, nullable, oneOf, refTo, timestamp } from './common/shapes.ts';
import { AnswersFields, presentAnswers } from './events/question.ts';
import { PublicUserShape, presentPublicUser } from './user.ts';

export const AttendeesQuery = Type.Object({
  rsvp: Type.Optional(
    oneOf(['going', 'interested'], { description: 'Only people who gave this answer.', examples: ['going'] }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.queryLength,
      description: 'Parts of names and usernames, all of which a person has.',
    }),
  ),
  order: Type.Optional(
    oneOf(['name', 'since'], {
      description: 'By name, or by `since`, the oldest first; by user id when absent.',
      examples: ['name'],
    }),
  ),
  ...pageQuery,
});

export const RemovalQuery = Type.Object({
  rotateLink: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the shared link is replaced in the same step.' }),
  ),
});

export const AttendeeShape = namedShape(
  'Attendee',
  {
    user: refTo(PublicUserShape),
    rsvp: oneOf(['going', 'interested', null], {
      description: 'Their answer; null for people who were let in and gave none.',
      examples: ['going'],
    }),
    booking: nullable(
      Type.Object(bookingFields, { description: 'Their booking; null for people who booked nothing.' }),
    ),
    answers: AnswersFields,
    via: oneOf(['public', 'invitation', 'link'], {
      description: 'How they came: the event is public, by a personal invitation, or by the shared link.',
      examples: ['link'],
    }),
    since: timestamp(
      'When they accepted the invitation (before that: when it was sent), joined by the link, or first answered or booked.',
    ),
  },
  'A person tied to an event, other than its organizer and admins.',
);

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

export const AttendeesCsv = Type.Unsafe<Readable>({
  type: 'string',
  description: 'CSV (RFC 4180) with a header, in UTF-8.',
});

export const CheckInShape = namedShape(
  'CheckIn',
  {
    attendee: refTo(AttendeeShape),
    checkedInAt: timestamp('When the guest was checked in for the first time.'),
    isFirst: Type.Boolean({ description: 'False for a repeated check-in, which changes nothing.' }),
  },
  'A guest who was checked in.',
);
