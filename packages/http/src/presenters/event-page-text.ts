import { type EventListItem, type ListedEvents, sharedPart, type Zoned } from '@event-platform/domain';
import type { Links } from '../links.ts';
import { presentEventItem } from './present-event.ts';

/** The JSON text of a page of events; null when a part of it is one caller's alone. */
export type EventPageText = (page: ListedEvents<Zoned<EventListItem>>) => string | null;

/**
 * Makes the text of what many callers share once: for most pages the only work is to put counts and flags between such
 * texts. Equal to what the route's schema makes of the presented page, up to the order of fields.
 */
export const eventPageText = (links: Links): EventPageText => {
  const texts = new WeakMap<object, string>();
  /** All of the item but what differs by caller, without its last brace. */
  const sharedText = (part: object, item: Zoned<EventListItem>): string => {
    const known = texts.get(part);
    if (known !== undefined) return known;
    const { rsvpCount: _count, myRsvp: _answer, isSaved: _saved, ...same } = presentEventItem(item, links);
    const text = JSON.stringify(same).slice(0, -1);
    texts.set(part, text);
    return text;
  };
  return ({ items, total, page, limit }) => {
    let data = '';
    for (const item of items) {
      const part = item[sharedPart];
      if (!part) return null;
      const myRsvp = item.myRsvp === null ? 'null' : `"${item.myRsvp}"`;
      const own = `,"rsvpCount":${item.rsvpCount},"myRsvp":${myRsvp},"isSaved":${item.isSaved}}`;
      data += `${data && ','}${sharedText(part, item)}${own}`;
    }
    return `{"data":[${data}],"meta":{"total":${total},"page":${page},"limit":${limit}}}`;
  };
};
