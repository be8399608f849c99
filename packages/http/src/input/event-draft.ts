import {
  type DraftChanges,
  draftDefaults,
  type EventDraft,
  noPlace,
  type QuestionDraft,
  type SeriesChanges,
} from '@event-platform/domain';
import type { Static } from 'typebox';
import type { EventChangesBody, NewEventBody, SeriesEventChanges } from '../schemas/events/event-body.ts';
import { instantOf } from './instants.ts';

/** The draft that a body describes, absent fields filled with the domain's defaults. */
export const draftOf = ({ startAt, endAt, ...body }: Static<typeof NewEventBody>): EventDraft => ({
  title: body.title,
  description: body.description,
  startAt: instantOf(startAt),
  endAt: instantOf(endAt),
  location: body.location ? placeOf(body.location) : noPlace,
  attendance: body.attendance ?? draftDefaults.attendance,
  onlineUrl: body.onlineUrl ?? draftDefaults.onlineUrl,
  category: body.category,
  timeZone: body.timeZone ?? draftDefaults.timeZone,
  coverUrl: body.coverUrl ?? draftDefaults.coverUrl,
  price: body.price ?? draftDefaults.price,
  capacity: body.capacity ?? draftDefaults.capacity,
  maxPerBooking: body.maxPerBooking ?? draftDefaults.maxPerBooking,
  hasWaitlist: body.waitlist ?? draftDefaults.hasWaitlist,
  rsvpUntil: typeof body.rsvpUntil === 'string' ? instantOf(body.rsvpUntil) : draftDefaults.rsvpUntil,
  visibility: body.visibility ?? draftDefaults.visibility,
  template: body.template ?? draftDefaults.template,
  enabledModules: body.enabledModules ?? draftDefaults.enabledModules,
  questions: (body.questions ?? []).map(questionOf),
});

/** The changes that a body describes; a field that is absent stays as it is. */
export const changesOf = (body: Static<typeof EventChangesBody>): DraftChanges => ({
  title: body.title,
  description: body.description,
  startAt: body.startAt === undefined ? undefined : instantOf(body.startAt),
  endAt: body.endAt === undefined ? undefined : instantOf(body.endAt),
  location: body.location && placeOf(body.location),
  attendance: body.attendance,
  onlineUrl: body.onlineUrl,
  category: body.category,
  timeZone: body.timeZone,
  coverUrl: body.coverUrl,
  price: body.price,
  capacity: body.capacity,
  maxPerBooking: body.maxPerBooking,
  hasWaitlist: body.waitlist,
  rsvpUntil: typeof body.rsvpUntil === 'string' ? instantOf(body.rsvpUntil) : body.rsvpUntil,
  visibility: body.visibility,
  template: body.template,
  enabledModules: body.enabledModules,
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
