import { attendances, draftDefaults, limits } from '@event-platform/domain';
import { type TProperties, Type } from 'typebox';
import { MetadataBody, MetadataChangesBody } from '../common/metadata.ts';
import { patternWith } from '../common/patterns.ts';
import { nullable, oneOf, timestamp, withDefault } from '../common/shapes.ts';
import { QuestionsBody } from './question.ts';

/** In the far future: an event created from the example is upcoming. */
const exampleDay = '2030-05-01';

const requiredFields = {
  title: Type.String({ minLength: 1, maxLength: limits.titleLength, examples: ['Jazz on the roof'] }),
  description: Type.String({
    maxLength: limits.descriptionLength,
    examples: ['Three sets under the stars.'],
  }),
  startAt: timestamp('When it begins; any offset.', `${exampleDay}T18:00:00.000Z`),
  endAt: timestamp('When it ends, after `startAt`.', `${exampleDay}T21:00:00.000Z`),
  category: Type.String({
    minLength: 1,
    maxLength: limits.slugLength,
    description: 'Slug of a known category.',
    examples: ['music'],
  }),
};

const optional = {
  location: Type.Object(
    {
      address: Type.String({ maxLength: limits.addressLength, examples: ['Rua Augusta 24, Lisbon'] }),
      lat: nullable(Type.Number({ minimum: -90, maximum: 90, examples: [38.7107] })),
      lng: nullable(Type.Number({ minimum: -180, maximum: 180, examples: [-9.1366] })),
    },
    { description: 'Needed unless `attendance` is `online`: such an event has no place, whatever is given.' },
  ),
  isAllDay: Type.Boolean({
    description:
      'Whether it is of whole days: `startAt` and `endAt` are midnights of the event’s zone then, the end that after the last day.',
    examples: [false],
  }),
  attendance: oneOf(attendances, {
    description: 'Whether it is at a place, online, or both.',
    examples: ['offline'],
  }),
  onlineUrl: nullable(
    Type.String({
      maxLength: 2_000,
      description:
        'An https URL without user name and password, needed unless `attendance` is `offline`. Those who are going and managers alone get it.',
      examples: ['https://meet.example.com/jazz'],
    }),
  ),
  timeZone: nullable(
    Type.String({
      maxLength: limits.timeZoneLength,
      description: 'IANA name; null finds it from the location, and follows it. Needed for online events.',
      examples: ['Europe/Lisbon'],
    }),
  ),
  coverUrl: nullable(
    Type.String({
      maxLength: limits.urlLength,
      description: 'An http or https URL without user name and password; null for the default picture.',
      examples: ['https://example.com/jazz.jpg'],
    }),
  ),
  coverId: nullable(
    Type.String({
      description: 'Id of a picture of the caller, in place of `coverUrl`; null for the default picture.',
      examples: ['Zk3vQ8mT1xWc7RbY5nHd2L'],
    }),
  ),
  sourceUrl: nullable(
    Type.String({
      maxLength: limits.urlLength,
      description: 'An http or https URL without user name and password that says more of the event.',
      examples: ['https://example.com/events/jazz'],
    }),
  ),
  price: Type.Number({
    minimum: 0,
    maximum: limits.price,
    description: 'With at most two decimals; 0 is free where it is known. Above 0 it is known.',
    examples: [12.5],
  }),
  isPriceKnown: Type.Boolean({
    description: 'False where it may cost something and nobody here knows what; `price` is 0 then.',
    examples: [true],
  }),
  capacity: nullable(
    Type.Integer({
      minimum: 1,
      maximum: limits.capacity,
      description: 'Bounds bookings; null is unlimited.',
      examples: [200],
    }),
  ),
  maxPerBooking: Type.Integer({
    minimum: 1,
    maximum: limits.maxPerBooking,
    description: 'The most seats that one person books.',
    examples: [4],
  }),
  waitlist: Type.Boolean({
    description: 'Whether bookings that do not fit wait for seats; false refuses them.',
    examples: [true],
  }),
  rsvpUntil: nullable(
    timestamp(
      'Until when it takes answers, not after `endAt`; null has no end.',
      `${exampleDay}T12:00:00.000Z`,
    ),
  ),
  visibility: oneOf(['public', 'private'], { description: 'Who sees it.', examples: ['private'] }),
  template: Type.String({
    minLength: 1,
    maxLength: limits.slugLength,
    description: 'Slug of the page template.',
    examples: ['standard'],
  }),
  enabledModules: Type.Array(Type.String({ maxLength: limits.moduleLength }), {
    maxItems: limits.enabledModules,
    description:
      'Names of modules. `bringList` gives the event a list of what guests bring; apps give others a meaning.',
    examples: [['bringList']],
  }),
  tags: Type.Array(
    Type.String({
      maxLength: limits.tagLength,
      pattern: patternWith(
        '^[a-z0-9][a-z0-9-]*$',
        'must be of letters a to z, digits and hyphens, the first one no hyphen',
      ),
      examples: ['open-air'],
    }),
    {
      maxItems: limits.tags,
      description: 'What it is about besides its category; one given twice counts once.',
    },
  ),
  metadata: MetadataBody,
  questions: QuestionsBody,
};

/** The fields, which a body may leave out. */
const withDefaults = <Fields extends TProperties>(
  fields: Fields,
  defaults: Readonly<Record<keyof Fields, unknown>>,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = defaults[name];
      return [name, value === undefined ? Type.Optional(field) : withDefault(field, value)];
    }),
  ) as { [Name in keyof Fields]: ReturnType<typeof withDefault<Fields[Name]>> };

export const NewEventBody = Type.Object(
  {
    ...requiredFields,
    ...withDefaults(optional, {
      ...draftDefaults,
      waitlist: draftDefaults.hasWaitlist,
      coverId: undefined,
      // The condition below asks for it.
      location: undefined,
    }),
  },
  {
    title: 'NewEvent',
    // An online event has no place; all others need one.
    if: {
      properties: { attendance: { const: 'online', description: 'It has no place.' } },
      required: ['attendance'],
    },
    else: { properties: { location: optional.location }, required: ['location'] },
  },
);

const { startAt: _startAt, endAt: _endAt, ...fieldsWithoutTimes } = requiredFields;
const changedOptional = { ...optional, metadata: MetadataChangesBody };
const { rsvpUntil: _rsvpUntil, ...undatedOptional } = changedOptional;

/** The changes of all events of a series: local times in place of instants. */
export const SeriesEventChanges = Type.Partial(
  Type.Object({
    ...fieldsWithoutTimes,
    ...undatedOptional,
    startTime: Type.String({
      pattern: patternWith('^([01][0-9]|2[0-3]):[0-5][0-9]$', 'must be a time of day, such as 19:30'),
      description: 'When they begin, local time.',
      examples: ['19:30'],
    }),
    durationMinutes: Type.Integer({ minimum: 1, description: 'How long they last.', examples: [120] }),
  }),
  { description: 'Fields that are absent stay as they are.', examples: [{ startTime: '19:30' }] },
);

const ifVersion = Type.Integer({
  minimum: 0,
  description:
    'The `version` that the changes were made of: where the event has another by now, nothing is changed (`event_changed_meanwhile`).',
  examples: [3],
});

export const EventChangesBody = Type.Partial(
  Type.Object({ ...requiredFields, ...changedOptional, ifVersion }),
  {
    title: 'EventChanges',
    description: 'Fields that are absent stay as they are.',
    examples: [{ title: 'Jazz on the roof, second night', price: 10 }],
  },
);
