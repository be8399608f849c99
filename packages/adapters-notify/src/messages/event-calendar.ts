import { localDateOf, type NoticeEvent, type SeriesDate } from '@event-platform/domain';

/** What a calendar part says besides the event. */
export interface CalendarPart {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly event: NoticeEvent;
  /** For those who may know it. */
  readonly onlineUrl: string | null;
  /** Addresses of mail. */
  readonly organizer: string;
  readonly attendee: string;
  readonly at: Date;
  readonly pageOf: (eventId: string) => string;
}

const escapeText = (text: string): string =>
  text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** A property’s value for an instant: of whole days the day, of the end that after the last one. */
const time = (at: Date, { isAllDay, timeZone }: Pick<NoticeEvent, 'isAllDay' | 'timeZone'>): string =>
  isAllDay ? `;VALUE=DATE:${localDateOf(at, timeZone).replaceAll('-', '')}` : `:${instant(at)}`;

const lineBytes = 75;

/** Lines of at most 75 bytes, none of which splits a character (RFC 5545 section 3.1). */
const foldLine = (line: string): string => {
  let [text, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > lineBytes) [text, bytes] = [`${text}\r\n `, 1];
    text += character;
    bytes += size;
  }
  return `${text}\r\n`;
};

type Method = CalendarPart['method'] | 'PUBLISH';

const eventLines = (
  event: SeriesDate,
  {
    organizer,
    at,
    pageOf,
    status,
  }: Pick<CalendarPart, 'organizer' | 'at' | 'pageOf'> & { readonly status: string },
  attendee: readonly string[] = [],
): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${event.id}@event-platform`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${instant(at)}`,
  `DTSTART${time(event.startAt, event)}`,
  `DTEND${time(event.endAt, event)}`,
  `SUMMARY:${escapeText(event.title)}`,
  // Calendar apps that do not know conferences (RFC 7986 section 5.11) show the place.
  `LOCATION:${escapeText(event.address || (event.onlineUrl ?? ''))}`,
  ...(event.onlineUrl === null ? [] : [`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${event.onlineUrl}`]),
  `ORGANIZER:mailto:${organizer}`,
  ...attendee,
  `URL;VALUE=URI:${pageOf(event.id)}`,
  `STATUS:${status}`,
  'END:VEVENT',
];

const calendarOf = (method: Method, lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//event-platform//Event Platform//EN',
    `METHOD:${method}`,
    ...lines,
    'END:VCALENDAR',
  ]
    .map(foldLine)
    .join('');

const statusOf = (method: CalendarPart['method'], status: NoticeEvent['status'] = 'scheduled'): string => {
  if (method === 'CANCEL') return 'CANCELLED';
  return status === 'postponed' ? 'TENTATIVE' : 'CONFIRMED';
};

/**
 * An iCalendar object that updates or cancels the event in the guest's calendar (RFC 5546 sections 3.2.2 and 3.2.5): its
 * UID is that of the feeds, and its SEQUENCE rises with each change.
 */
export const eventCalendar = ({ method, event, onlineUrl, attendee, ...part }: CalendarPart): string =>
  calendarOf(
    method,
    eventLines({ ...event, onlineUrl }, { ...part, status: statusOf(method, event.status) }, [
      `ATTENDEE;RSVP=FALSE;PARTSTAT=ACCEPTED:mailto:${attendee}`,
    ]),
  );

/**
 * The dates of a series as a calendar to be imported (RFC 5546 section 3.2.1), each an entry of its own as in the feeds, so
 * that the same date is one entry wherever it comes from. Requests and cancellations are of one UID.
 */
export const seriesCalendar = (
  dates: readonly SeriesDate[],
  { method, ...part }: Pick<CalendarPart, 'method' | 'organizer' | 'at' | 'pageOf'>,
): string =>
  calendarOf(
    'PUBLISH',
    dates.flatMap((date) => eventLines(date, { ...part, status: statusOf(method) })),
  );
