import type { EventOrganizer, EventSummary, ListedPage } from '@event-platform/domain';
import type { Links } from '../links.ts';
import { distanceTo, type Middle, presentEventSummary, presentOrganizer } from './present-event.ts';

/** The JSON text of a page of events. @param middle the place that it was asked for */
export type EventPageText = (page: ListedPage, middle?: Middle | null) => string;

/** What is made of an object, once. */
const madeOnce = <Of extends object>(make: (of: Of) => string) => {
  const texts = new WeakMap<Of, string>();
  return (of: Of): string => {
    const text = texts.get(of) ?? make(of);
    texts.set(of, text);
    return text;
  };
};

/**
 * Makes the text of an event, which many callers share, once: for most pages the only work is to put counts and flags between
 * such texts. Equal to what the route's schema makes of the presented page, up to the order of fields.
 */
export const eventPageText = (links: Links): EventPageText => {
  /** All of the item but what differs by caller, without its last brace. */
  const sharedText = madeOnce((event: EventSummary) =>
    JSON.stringify(presentEventSummary(event, links)).slice(0, -1),
  );
  const organizerText = madeOnce((organizer: EventOrganizer) =>
    JSON.stringify(presentOrganizer(organizer, links)),
  );
  const distanceText = (event: EventSummary, middle: Middle): string => {
    const distance = distanceTo(event, middle);
    return distance === undefined ? '' : `,"distanceKm":${distance}`;
  };
  return ({ items, total, page, limit, next }, middle) => {
    let data = '';
    for (const { event, organizer, ...interest } of items) {
      const { rsvpCount, goingCount, interestedCount, bookedCount, myRsvp, isSaved } = interest;
      const counts = `"rsvpCount":${rsvpCount},"goingCount":${goingCount},"interestedCount":${interestedCount},"bookedCount":${bookedCount}`;
      const ownPart = `"myRsvp":${myRsvp === null ? 'null' : `"${myRsvp}"`},"isSaved":${isSaved}`;
      const distance = middle ? distanceText(event, middle) : '';
      data += `${data && ','}${sharedText(event)},"organizer":${organizerText(organizer)},${counts},${ownPart}${distance}}`;
    }
    return `{"data":[${data}],"meta":{"total":${total},"page":${page},"limit":${limit},"next":${next === null ? 'null' : `"${next}"`}}}`;
  };
};
