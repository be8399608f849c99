import { Type } from 'typebox';
import { namedShape, oneOf, timestamp, uuid } from '../common/shapes.ts';
import { avatarFields } from '../picture.ts';
import { RsvpBody } from './event.ts';
import { NewEventBody, SeriesEventChanges } from './event-body.ts';

const rule = Type.String({
  minLength: 1,
  maxLength: 500,
  description:
    'An RRULE value of RFC 5545: FREQ of DAILY, WEEKLY, MONTHLY or YEARLY with INTERVAL, BYDAY, BYMONTHDAY, BYSETPOS, COUNT or UNTIL, WKST. `RRULE:` before it is left out. Local times stay over clock changes.',
  examples: ['FREQ=WEEKLY;BYDAY=WE'],
});

export const EventSeriesShape = namedShape(
  'EventSeries',
  {
    id: uuid('Id of the series.'),
    rule,
    organizer: Type.Object({
      id: uuid('Id of the organizer.'),
      name: Type.String({ examples: ['Mira'] }),
      ...avatarFields,
    }),
    myRsvp: oneOf(['going', 'interested', null], {
      description: 'The caller’s answer to the series.',
      examples: ['going'],
    }),
    events: Type.Array(
      Type.Object({
        id: uuid('Id of the event.'),
        startAt: timestamp('When it begins.'),
        isAllDay: Type.Boolean({ description: 'Whether it is of whole days.' }),
      }),
      { description: 'The first 50 upcoming events that the caller sees, by start.' },
    ),
    status: Type.Optional(
      oneOf(['cancelled'], {
        description: 'Present only when the series is cancelled.',
        examples: ['cancelled'],
      }),
    ),
  },
  'A rule and the events that it makes.',
);

export const NewSeriesBody = Type.Object(
  { event: NewEventBody, rule },
  {
    title: 'NewEventSeries',
    description: 'The event is the first one; its start is one of the rule’s dates.',
  },
);

export const SeriesChangesBody = Type.Object(
  {
    event: Type.Optional(SeriesEventChanges),
    rule: Type.Optional(rule),
    from: Type.Optional(timestamp('Only events that start at or after it; now when absent.')),
    ifVersion: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The `version` of the event that starts at `from`: where it has another by now, or is not there, nothing is changed (`event_changed_meanwhile`).',
        examples: [3],
      }),
    ),
  },
  { title: 'EventSeriesChanges', examples: [{ event: { startTime: '19:30' } }] },
);

export const SeriesRsvpBody = Type.Object(RsvpBody.properties, { title: 'EventSeriesRsvpRequest' });

export const SeriesRsvpShape = namedShape(
  'EventSeriesRsvp',
  {
    myRsvp: oneOf(['going', 'interested', null], {
      description: 'The caller’s answer to the series.',
      examples: ['going'],
    }),
    events: Type.Integer({ description: 'How many events to come it concerns.', examples: [52] }),
  },
  'The caller’s answer to a series.',
);
