import {
  type AskedChanges,
  type AskedSeriesChanges,
  changedDraft,
  type DraftChanges,
  draftDefaults,
  type EventDraft,
  type EventField,
  eventFieldNames,
  pickFields,
  type QuestionDraft,
  refuseInput,
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
const draftOf = (body: Static<typeof NewEventBody>): EventDraft =>
  changedDraft(
    {
      ...draftDefaults,
      ...pickFields(body, ['title', 'description', 'category']),
      startAt: instantOf(body.startAt),
      endAt: instantOf(body.endAt),
    },
    changesOf(body),
  );

/** What a body for a new event asks for. */
export const newEventOf = (body: Static<typeof NewEventBody>) => {
  refuseBoth(body);
  return { draft: draftOf(body), coverId: body.coverId };
};

/** The changes that a body asks for, who may name a picture of the caller. */
export const askedChangesOf = (body: Static<typeof EventChangesBody>): AskedChanges => ({
  ...changesOf(body),
  coverId: body.coverId,
});

const refuseBoth = ({ coverUrl, coverId }: Static<typeof EventChangesBody>): void => {
  if (coverUrl !== undefined && coverId !== undefined)
    throw refuseInput({ path: '/coverId', message: 'must not stand beside coverUrl' });
};

/** The changes that a body describes; a field that is absent stays as it is. */
const changesOf = (body: Static<typeof EventChangesBody>): DraftChanges => ({
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
}: Static<typeof SeriesEventChanges>): AskedSeriesChanges => ({
  event: askedChangesOf(body),
  startTime,
  durationMinutes,
});

/** Only the known fields: unknown ones of the body go no further. */
const placeOf = ({ address, lat, lng }: EventDraft['location']): EventDraft['location'] => ({
  address,
  lat,
  lng,
});
