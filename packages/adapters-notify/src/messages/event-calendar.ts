import type { NoticeEvent } from '@event-platform/domain';

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
}

const escaped = (text: string): string =>
  text
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

const instant = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const lineBytes = 75;

/** Lines of at most 75 bytes, none of which splits a character (RFC 5545 section 3.1). */
const folded = (line: string): string => {
  let [text, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > lineBytes) [text, bytes] = [`${text}\r\n `, 1];
    text += character;
    bytes += size;
  }
  return `${text}\r\n`;
};

/**
 * An iCalendar object that updates or cancels the event in the guest's calendar (RFC 5546 sections 3.2.2 and 3.2.5): its
 * UID is that of the feeds, and its SEQUENCE rises with each change.
 */
export const eventCalendar = ({ method, event, onlineUrl, organizer, attendee, at }: CalendarPart): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//event-platform//Event Platform//EN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${event.id}@event-platform`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${instant(at)}`,
    `DTSTART:${instant(event.startAt)}`,
    `DTEND:${instant(event.endAt)}`,
    `SUMMARY:${escaped(event.title)}`,
    // Calendar apps that do not know conferences (RFC 7986 section 5.11) show the place.
    `LOCATION:${escaped(event.address || (onlineUrl ?? ''))}`,
    ...(onlineUrl === null ? [] : [`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${onlineUrl}`]),
    `ORGANIZER:mailto:${organizer}`,
    `ATTENDEE;RSVP=FALSE;PARTSTAT=ACCEPTED:mailto:${attendee}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('');
