import {
  detailFields,
  distanceKm,
  type EventDetail,
  type EventInterest,
  type EventOrganizer,
  type EventSummary,
  type ListedEvent,
  listedFields,
  nameOfSlug,
  pickFields,
} from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import { presentOwnBooking } from '../schemas/booking.ts';
import { type EventDetailShape, type EventListItemShape, presentTakeDown } from '../schemas/events/event.ts';
import { presentAvatar, presentShown } from '../schemas/picture.ts';

type ListItem = Static<typeof EventListItemShape>;

/** What is the same for all who are shown an event, until it is changed. */
export const presentEventSummary = (
  event: EventSummary,
  links: Links,
): Omit<ListItem, 'organizer' | 'distanceKm' | keyof EventInterest> => ({
  ...pickFields(event, listedFields),
  id: event.id,
  coverUrl: links.cover(event.coverUrl),
  cover: presentShown(event.coverUrl, links),
  startAt: event.startAt.toISOString(),
  endAt: event.endAt.toISOString(),
  category: event.category,
  tags: [...event.tags],
  price: event.priceMinor / 100,
  currency: links.currency,
  ...(event.status === 'scheduled' ? {} : { status: event.status }),
  series: event.series && { id: event.series.id, isDetached: event.series.isDetached },
  ...(event.takenDown ? { takenDown: presentTakeDown(event.takenDown) } : {}),
});

export const presentOrganizer = (
  { id, name, avatar }: EventOrganizer,
  links: Links,
): ListItem['organizer'] => ({ id, name, ...presentAvatar({ avatar }, links) });

const presentInterest = (interest: EventInterest): Omit<EventInterest, 'waitingCount'> => ({
  rsvpCount: interest.rsvpCount,
  goingCount: interest.goingCount,
  interestedCount: interest.interestedCount,
  bookedCount: interest.bookedCount,
  myRsvp: interest.myRsvp,
  isSaved: interest.isSaved,
});

/** The place that a list was asked for, in degrees. */
export interface Middle {
  readonly lat: number;
  readonly lng: number;
}

/** To the metre; undefined for an event without a place. */
export const distanceTo = ({ location: { lat, lng } }: EventSummary, middle: Middle): number | undefined =>
  lat === null || lng === null ? undefined : Math.round(distanceKm(middle, { lat, lng }) * 1_000) / 1_000;

export const presentListedEvent = (
  { event, organizer, ...interest }: ListedEvent,
  links: Links,
  middle: Middle | null = null,
): ListItem => {
  const distance = middle ? distanceTo(event, middle) : undefined;
  return {
    ...presentEventSummary(event, links),
    organizer: presentOrganizer(organizer, links),
    ...presentInterest(interest),
    ...(distance === undefined ? {} : { distanceKm: distance }),
  };
};

/** The other fields of the detail have another form. */
const shownAsStored = detailFields.filter(
  (name) =>
    name !== 'hasWaitlist' && name !== 'rsvpUntil' && name !== 'template' && name !== 'enabledModules',
);

export const presentEvent = (event: EventDetail, links: Links): Static<typeof EventDetailShape> => ({
  ...presentEventSummary(event, links),
  ...presentInterest(event),
  ...pickFields(event, shownAsStored),
  cancelReason: event.cancelReason,
  version: event.sequence,
  organizer: presentOrganizer(event.organizer, links),
  waitingCount: event.waitingCount,
  template: { slug: event.template, name: nameOfSlug(event.template) },
  enabledModules: [...event.enabledModules],
  waitlist: event.hasWaitlist,
  questions: event.questions.map(({ id, label, kind, options, isRequired }) => ({
    ...{ id, label, kind, isRequired },
    options: [...options],
  })),
  missingAnswers: event.missingAnswers,
  onlineUrl: event.onlineUrl,
  rsvpUntil: event.rsvpUntil?.toISOString() ?? null,
  myRole: event.myRole,
  myBooking: event.myBooking && presentOwnBooking(event.myBooking),
});
