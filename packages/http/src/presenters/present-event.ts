import {
  detailFields,
  type EventDetail,
  type EventInterest,
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

export const presentEventSummary = (
  event: EventSummary,
  links: Links,
): Omit<Static<typeof EventListItemShape>, keyof EventInterest> => ({
  ...pickFields(event, listedFields),
  id: event.id,
  coverUrl: links.cover(event.coverUrl),
  startAt: event.startAt.toISOString(),
  endAt: event.endAt.toISOString(),
  category: event.category,
  tags: [...event.tags],
  price: event.priceMinor / 100,
  ...(event.status === 'scheduled' ? {} : { status: event.status }),
  series: event.series && { id: event.series.id, isDetached: event.series.isDetached },
  ...(event.takenDown ? { takenDown: presentTakeDown(event.takenDown) } : {}),
});

const presentInterest = ({ rsvpCount, myRsvp, isSaved }: EventInterest): EventInterest => ({
  rsvpCount,
  myRsvp,
  isSaved,
});

export const presentListedEvent = (
  { event, ...interest }: ListedEvent,
  links: Links,
): Static<typeof EventListItemShape> => ({
  ...presentEventSummary(event, links),
  ...presentInterest(interest),
});

/** The other fields of the detail have another form. */
const shownAsStored = detailFields.filter(
  (name) =>
    name !== 'hasWaitlist' && name !== 'rsvpUntil' && name !== 'template' && name !== 'enabledModules',
);

export const presentEvent = (event: EventDetail, links: Links): Static<typeof EventDetailShape> => ({
  ...presentEventSummary(event, links),
  ...presentInterest(event),
  ...pickFields(event, shownAsStored),
  goingCount: event.goingCount,
  interestedCount: event.interestedCount,
  organizer: {
    id: event.organizer.id,
    name: event.organizer.name,
    avatar: links.avatar(event.organizer.avatar),
  },
  bookedCount: event.bookedCount,
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
  myBooking: event.myBooking && presentOwnBooking(event.myBooking),
});
