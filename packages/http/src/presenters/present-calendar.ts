import type { CalendarEntry } from '@event-platform/domain';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** An event for a calendar; guests who are not shown its place on the map get the address alone. */
type Entry = Omit<CalendarEntry, 'location'> & {
  readonly location: Pick<CalendarEntry['location'], 'address'> & Partial<CalendarEntry['location']>;
};

/** The media type of iCalendar (RFC 5545 section 8.1). */
export const calendarMediaType = 'text/calendar; charset=utf-8';

/** Whatever a parser of lines may take for the end of one (UAX #14, classes BK, CR, LF and NL). */
const lineBreak = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;
const control = /[^\P{Cc}\n\t]/gu;

/**
 * The text in what RFC 5545 section 3.3.11 allows a text: no control characters, and line feeds alone as line breaks,
 * which are escaped. New texts hold nothing else; older ones may.
 */
const printable = (text: string): string => text.replace(lineBreak, '\n').replace(control, '');

/** A text escaped after RFC 5545 section 3.3.11. The library escapes the texts of events, but not the calendar's name. */
const escaped = (text: string): string =>
  printable(text)
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/**
 * An iCalendar object (RFC 5545) of events, in UTC. An event has the same UID in every calendar, and its SEQUENCE
 * rises with each change, so that calendar apps replace the older version.
 * @param name the calendar's name in calendar apps
 * @param links where each event is shown, if anywhere
 */
export const presentCalendar = (
  name: string,
  entries: readonly Entry[],
  links: { readonly event: (id: string) => string | null },
): string => {
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'event-platform', product: 'Event Platform', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const { id, title, description, startAt, endAt, location, status, sequence, updatedAt } of entries) {
    const { address, lat, lng } = location;
    const url = links.event(id);
    calendar.createEvent({
      id: `${id}@event-platform`,
      sequence,
      stamp: updatedAt,
      lastModified: updatedAt,
      start: startAt,
      end: endAt,
      summary: printable(title),
      description: printable(description),
      location: {
        title: printable(address),
        ...(lat === undefined || lng === undefined ? {} : { geo: { lat, lon: lng } }),
      },
      ...(url === null ? {} : { url }),
      status: status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  // RFC 5545 section 3.1 ends every line with CRLF; the library omits the last one.
  return `${calendar.toString()}\r\n`;
};
