import {
  changedDraft,
  type DraftChanges,
  draftDefaults,
  type EventDraft,
  type EventField,
  eventFieldNames,
  pickFields,
  type QuestionDraft,
  type SeriesChanges,
} from '@event-platform/domain';
import type { Static } from 'typebox';
import type { EventChangesBody, NewEventBody, SeriesEventChanges } from '../schemas/events/event-body.ts';
import { instantOf } from './instants.ts';

/** A body has all but these as a draft has them. */
const inOtherForm = ['startAt', 'endAt', 'rsvpUntil', 'location', 'hasWaitlist', 'questions'] as const;
const isPlain = (name: EventField): name is Exclude<EventField, (typeof inOtherForm)[number]> =>
  inOtherForm.every((other) => other !== name);
const plainFields = eventFieldNames.filter(isPlain);

/** The draft that a body describes, absent fields filled with the domain's defaults. */
export const draftOf = (body: Static<typeof NewEventBody>): EventDraft =>
  changedDraft(
    {
      ...draftDefaults,
      ...pickFields(body, ['title', 'description', 'category']),
      startAt: instantOf(body.startAt),
      endAt: instantOf(body.endAt),
    },
    changesOf(body),
  );

/** The changes that a body describes; a field that is absent stays as it is. */
export const changesOf = (body: Static<typeof EventChangesBody>): DraftChanges => ({
  ...pickFields(body, plainFields),
  startAt: body.startAt === undefined ? undefined : instantOf(body.startAt),
  endAt: body.endAt === undefined ? undefined : instantOf(body.endAt),
  rsvpUntil: typeof body.rsvpUntil === 'string' ? instantOf(body.rsvpUntil) : body.rsvpUntil,
  location: body.location && placeOf(body.location),
  hasWaitlist: body.waitlist,
  questions: body.questions?.map(questionOf),
});

type QuestionBody = NonNullable<Static<typeof EventChangesBody>['questions']>[number];

const questionOf = ({ id, label, kind, options, isRequired }: QuestionBody): QuestionDraft => ({
  id: id?.toLowerCase() ?? null,
  label,
  kind,
  options: options ?? [],
  isRequired: isRequired ?? false,
});

/** The changes of all events of a series that a body describes. */
export const seriesChangesOf = ({
  startTime,
  durationMinutes,
  ...body
}: Static<typeof SeriesEventChanges>): SeriesChanges => ({
  event: changesOf(body),
  startTime,
  durationMinutes,
});

/** Only the known fields: unknown ones of the body go no further. */
const placeOf = ({ address, lat, lng }: EventDraft['location']): EventDraft['location'] => ({
  address,
  lat,
  lng,
});
