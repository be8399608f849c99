import type { EventSummary, ListedEvent, Paged } from '@event-platform/domain';
import type { Links } from '../links.ts';
import { presentEventSummary } from './present-event.ts';

/** The JSON text of a page of events. */
export type EventPageText = (page: Paged<ListedEvent>) => string;

/**
 * Makes the text of an event, which many callers share, once: for most pages the only work is to put counts and flags between
 * such texts. Equal to what the route's schema makes of the presented page, up to the order of fields.
 */
export const eventPageText = (links: Links): EventPageText => {
  const texts = new WeakMap<EventSummary, string>();
  /** All of the item but what differs by caller, without its last brace. */
  const sharedText = (event: EventSummary): string => {
    const cachedText = texts.get(event);
    if (cachedText !== undefined) return cachedText;
    const text = JSON.stringify(presentEventSummary(event, links)).slice(0, -1);
    texts.set(event, text);
    return text;
  };
  return ({ items, total, page, limit }) => {
    let data = '';
    for (const { event, rsvpCount, myRsvp, isSaved } of items) {
      const rsvp = myRsvp === null ? 'null' : `"${myRsvp}"`;
      const ownPart = `,"rsvpCount":${rsvpCount},"myRsvp":${rsvp},"isSaved":${isSaved}}`;
      data += `${data && ','}${sharedText(event)}${ownPart}`;
    }
    return `{"data":[${data}],"meta":{"total":${total},"page":${page},"limit":${limit}}}`;
  };
};
