import { type CalendarEntry, localDateOf } from '@event-platform/domain';

/** Where each event is shown, if anywhere. */
interface EventLinks {
  readonly event: (id: string) => string | null;
}

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
 * which are escaped. Other texts, which the domain refuses, get into a store by other ways.
 */
const printable = (text: string): string => text.replace(lineBreak, '\n').replace(control, '');

/** A text escaped after RFC 5545 section 3.3.11. */
const escapeText = (text: string): string =>
  printable(text)
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

const lineBytes = 75;

/** Lines of at most 75 bytes, none of which splits a character (RFC 5545 section 3.1), each ended by CRLF. */
const foldLine = (line: string): string => {
  if (line.length * 3 <= lineBytes || Buffer.byteLength(line) <= lineBytes) return `${line}\r\n`;
  const parts: string[] = [];
  let [from, bytes] = [0, 0];
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) ?? 0;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes + size > lineBytes) {
      parts.push(line.slice(from, at));
      // The blank at the start of a continued line counts.
      [from, bytes] = [at, 1];
    }
    bytes += size;
    at += code < 0x10000 ? 1 : 2;
  }
  return `${[...parts, line.slice(from)].join('\r\n ')}\r\n`;
};

const linesOf = (lines: readonly string[]): string => lines.map(foldLine).join('');

const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** A property’s value for an instant: of whole days the day, of the end that after the last one. */
const time = (at: Date, { isAllDay, timeZone }: Entry): string =>
  isAllDay ? `;VALUE=DATE:${localDateOf(at, timeZone).replaceAll('-', '')}` : `:${instant(at)}`;

/** Degrees without an exponent, to the six decimals that RFC 5545 section 3.8.1.6 asks for: a decimetre. */
const degrees = (angle: number): string => String(Number(angle.toFixed(6)) + 0);

/** RFC 5545 section 3.8.1.11. */
const statuses = { scheduled: 'CONFIRMED', postponed: 'TENTATIVE', cancelled: 'CANCELLED' } as const;

const eventLines = (entry: Entry, links: EventLinks): string => {
  const page = links.event(entry.id);
  const url = entry.sourceUrl ?? page;
  // An event has one URL: where that is elsewhere, its page stays within reach.
  const description = [entry.cancelReason, entry.description, entry.sourceUrl && page]
    .filter(Boolean)
    .join('\n\n');
  return linesOf([
    'BEGIN:VEVENT',
    `UID:${entry.id}@event-platform`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${instant(entry.updatedAt)}`,
    `LAST-MODIFIED:${instant(entry.updatedAt)}`,
    `DTSTART${time(entry.startAt, entry)}`,
    `DTEND${time(entry.endAt, entry)}`,
    `SUMMARY:${escapeText(entry.title)}`,
    // Calendar apps that do not know conferences (RFC 7986 section 5.11) show the place; what has none is online.
    `LOCATION:${escapeText(entry.location.address || entry.onlineUrl || 'Online')}`,
    ...(typeof entry.location.lat !== 'number' || typeof entry.location.lng !== 'number'
      ? []
      : [`GEO:${degrees(entry.location.lat)};${degrees(entry.location.lng)}`]),
    ...(entry.onlineUrl ? [`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${entry.onlineUrl}`] : []),
    `DESCRIPTION:${escapeText(description)}`,
    ...(url === null ? [] : [`URL;VALUE=URI:${url}`]),
    `STATUS:${statuses[entry.status]}`,
    'END:VEVENT',
  ]);
};

/**
 * An iCalendar object (RFC 5545) of events, in UTC. An event has the same UID in every calendar, and its SEQUENCE
 * rises with each change, so that calendar apps replace the older version. Written here: folding the lines of a
 * calendar in a library took time quadratic in their length.
 * @param name the calendar's name in calendar apps
 * @param entries the most important first: the last ones are left out where the whole would exceed `maxBytes`
 */
export const presentCalendar = (
  name: string,
  entries: readonly Entry[],
  links: EventLinks,
  maxBytes = Number.POSITIVE_INFINITY,
): string => {
  const begin = linesOf([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//event-platform//Event Platform//EN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
  ]);
  const end = linesOf(['END:VCALENDAR']);
  const events: { readonly startAt: Date; readonly text: string }[] = [];
  let bytes = Buffer.byteLength(begin) + end.length;
  for (const entry of entries) {
    const text = eventLines(entry, links);
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) break;
    events.push({ startAt: entry.startAt, text });
  }
  events.sort((one, other) => one.startAt.getTime() - other.startAt.getTime());
  return `${begin}${events.map(({ text }) => text).join('')}${end}`;
};
