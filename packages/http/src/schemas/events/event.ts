import {
  attendances,
  type DetailField,
  type ListedField,
  limits,
  type TakeDown,
} from '@event-platform/domain';
import { Type } from 'typebox';
import { ownBookingFields } from '../booking.ts';
import { MetadataFields } from '../common/metadata.ts';
import { namedShape, nullable, oneOf, refTo, timestamp, url, uuid } from '../common/shapes.ts';
import { avatarFields, shownPicture } from '../picture.ts';
import { CategoryShape } from './category.ts';
import { QuestionShape } from './question.ts';

const myRsvp = oneOf(['going', 'interested', null], {
  description: 'The caller’s answer; null without an answer or without a bearer token.',
  examples: ['going'],
});

const timeZone = Type.String({
  description: 'IANA name of the time zone in which the event takes place.',
  examples: ['Europe/Lisbon'],
});

export const LocationShape = namedShape(
  'Location',
  {
    address: Type.String({ examples: ['Rua Augusta 24, Lisbon'] }),
    lat: nullable(Type.Number({ description: 'Latitude in degrees.', examples: [38.7107] })),
    lng: nullable(Type.Number({ description: 'Longitude in degrees.', examples: [-9.1366] })),
  },
  'A place. Online events have none: the address is empty, the coordinates are null.',
);

export const TakeDownFields = Type.Object(
  {
    reason: Type.String({ examples: ['It advertises something else.'] }),
    at: timestamp('Since when.'),
  },
  { description: 'Present only when an operator took the event down; its organizer alone sees it then.' },
);

export const presentTakeDown = ({ reason, at }: TakeDown) => ({ reason, at: at.toISOString() });

const listFields = {
  id: uuid('Id of the event.'),
  title: Type.String({ examples: ['Jazz on the roof'] }),
  description: Type.String({ examples: ['Three sets under the stars.'] }),
  coverUrl: url('A picture.', 'https://example.com/jazz.jpg'),
  cover: shownPicture('Its sizes; null unless it is a picture of the service.'),
  startAt: timestamp('When it begins.'),
  endAt: timestamp('When it ends.', '2026-05-01T21:00:00.000Z'),
  isAllDay: Type.Boolean({
    description:
      'Whether it is of whole days: both are midnights of `timeZone`, the end that after the last day.',
  }),
  location: refTo(LocationShape),
  attendance: oneOf(attendances, {
    description: 'Whether it is at a place, online, or both.',
    examples: ['mixed'],
  }),
  timeZone,
  category: refTo(CategoryShape),
  price: Type.Number({
    description: 'In the platform’s currency; 0 is free where it is known.',
    examples: [12.5],
  }),
  currency: Type.String({ description: 'Of `price`: a code of ISO 4217.', examples: ['EUR'] }),
  isPriceKnown: Type.Boolean({
    description: 'Whether `price` says what it costs; if not, it is 0 and people see the organizer.',
    examples: [true],
  }),
  capacity: nullable(Type.Integer({ description: 'Bounds bookings; null is unlimited.', examples: [200] })),
  tags: Type.Array(Type.String({ examples: ['open-air'] }), {
    description: 'What it is about besides its category.',
  }),
  metadata: MetadataFields,
  organizer: Type.Object({
    id: uuid('Id of the organizer.'),
    name: Type.String({ examples: ['Mira'] }),
    ...avatarFields,
  }),
  rsvpCount: Type.Integer({ description: 'RSVPs that are going or interested.', examples: [3] }),
  goingCount: Type.Integer({ description: 'RSVPs that are going.', examples: [2] }),
  interestedCount: Type.Integer({ description: 'RSVPs that are interested.', examples: [1] }),
  bookedCount: Type.Integer({ description: 'Seats that are booked and confirmed.', examples: [0] }),
  myRsvp,
  isSaved: Type.Boolean({ description: 'Whether the caller saved it; false without a bearer token.' }),
  visibility: oneOf(['public', 'private'], { description: 'Who sees it.', examples: ['public'] }),
  status: Type.Optional(
    oneOf(['cancelled', 'postponed'], {
      description:
        'Present only when the event is off. While it is postponed, `startAt` and `endAt` are those that no longer hold.',
      examples: ['cancelled'],
    }),
  ),
  takenDown: Type.Optional(TakeDownFields),
  series: nullable(
    Type.Object(
      {
        id: uuid('Id of the series.'),
        isDetached: Type.Boolean({
          description:
            'Whether it was changed or cancelled on its own: changes of the series leave it as it is.',
        }),
      },
      { description: 'The series that the event belongs to.' },
    ),
  ),
} satisfies Readonly<Record<ListedField, unknown>> & Readonly<Record<string, unknown>>;

export const EventListItemShape = namedShape(
  'EventListItem',
  {
    ...listFields,
    distanceKm: Type.Optional(
      Type.Number({
        description: 'Kilometres from the `lat` and `lng` that the list was asked for; absent without them.',
        examples: [1.234],
      }),
    ),
  },
  'An event in a list.',
);

/** `hasWaitlist` is named as the interface has it. */
type NameInDetail = Exclude<DetailField, 'hasWaitlist'> | 'waitlist';

const ownDetailFields = {
  version: Type.Integer({
    description: 'Rises with each change of the event; for `ifVersion` of a change.',
    examples: [3],
  }),
  cancelReason: nullable(
    Type.String({
      description: 'Why it was cancelled, in its organizer’s words.',
      examples: ['The singer is ill.'],
    }),
  ),
  waitingCount: Type.Integer({ description: 'Bookings on the waitlist.', examples: [0] }),
  template: Type.Object({
    slug: Type.String({ examples: ['standard'] }),
    name: Type.String({ examples: ['Standard'] }),
  }),
  enabledModules: Type.Array(Type.String({ examples: ['bringList'] })),
  maxPerBooking: Type.Integer({ description: 'The most seats that one person books.', examples: [10] }),
  waitlist: Type.Boolean({ description: 'Whether bookings that do not fit wait for seats.' }),
  questions: Type.Array(refTo(QuestionShape), { description: 'What guests are asked.' }),
  missingAnswers: Type.Integer({
    description: 'How many required questions the caller has not answered.',
    examples: [0],
  }),
  sourceUrl: nullable(
    Type.String({
      description: 'A page elsewhere that says more of the event.',
      examples: ['https://example.com/events/jazz'],
    }),
  ),
  onlineUrl: nullable(
    Type.String({
      description: 'Where it is online; null unless the caller is going or manages the event.',
      examples: ['https://meet.example.com/jazz'],
    }),
  ),
  rsvpUntil: nullable(timestamp('Until when it takes answers; null has no end.', '2026-05-01T12:00:00.000Z')),
  myRole: oneOf(['organizer', 'admin', null], {
    description: 'What the caller manages the event as; null for others.',
    examples: ['organizer'],
  }),
  myBooking: nullable(
    Type.Object(ownBookingFields, { description: 'The caller’s booking, if there is one.' }),
  ),
} satisfies Readonly<Record<NameInDetail, unknown>> & Readonly<Record<string, unknown>>;

export const EventDetailShape = namedShape(
  'Event',
  { ...listFields, ...ownDetailFields },
  'An event in full.',
);

export const CancelBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: limits.cancelReasonLength,
        description: 'Why: guests read it in their notices, mails and calendars, everybody on the page.',
        examples: ['The singer is ill.'],
      }),
    ),
  },
  { title: 'CancelRequest' },
);

export const RsvpBody = Type.Object(
  {
    status: oneOf(['going', 'interested', null], {
      description: 'The answer; null clears it.',
      examples: ['going'],
    }),
  },
  { title: 'RsvpRequest' },
);

export const RsvpShape = namedShape(
  'Rsvp',
  { myRsvp, rsvpCount: Type.Integer({ description: 'Exact as of this answer.', examples: [4] }) },
  'The caller’s answer.',
);

export const SaveBody = Type.Object(
  { saved: Type.Boolean({ description: 'True saves the event, false unsaves it.', examples: [true] }) },
  { title: 'SaveRequest' },
);

export const SavedShape = namedShape(
  'Saved',
  { isSaved: Type.Boolean({ description: 'The state now.', examples: [true] }) },
  'Whether the caller saved the event.',
);
