import type { CalendarEntry } from '@event-platform/domain';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Links } from '../links.ts';

/** The media type of what is made here (RFC 5545 section 8.1). */
export const calendarMediaType = 'text/calendar; charset=utf-8';

/** A text as RFC 5545 section 3.3.11 writes it. The library escapes the texts of events, but not the calendar's name. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n|\r|\n/g, String.raw`\n`);

/**
 * An iCalendar object (RFC 5545) of events, in UTC. An event keeps its UID for life, whichever calendar it is in,
 * and its SEQUENCE rises with each change, so that a calendar which has it already takes the newer one.
 * @param name what calendar apps call it
 */
export const presentCalendar = (
  name: string,
  entries: readonly CalendarEntry[],
  links: Pick<Links, 'event'>,
): string => {
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'event-platform', product: 'Event Platform', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { id, title, description, startAt, endAt, location, status, sequence, updatedAt } of entries)
    calendar.createEvent({
      id: `${id}@event-platform`,
      sequence,
      stamp: updatedAt,
      lastModified: updatedAt,
      start: startAt,
      end: endAt,
      summary: title,
      description,
      location: { title: location.address, geo: { lat: location.lat, lon: location.lng } },
      url: links.event(id),
      status: status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  // RFC 5545 section 3.1 ends every line with CRLF, the last one too; the library leaves it out.
  return `${calendar.toString()}\r\n`;
};
