import type { CalendarEntry } from '@event-platform/domain';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { serviceName } from '../app.ts';

/** The media type of what is made here (RFC 5545 section 8.1). */
export const calendarMediaType = 'text/calendar; charset=utf-8';

/**
 * An iCalendar object (RFC 5545) of events, in UTC. An event keeps its UID for life, whichever calendar it is in,
 * and its SEQUENCE rises with each change, so that a calendar which has it already takes the newer one.
 */
export const presentCalendar = (name: string, entries: readonly CalendarEntry[]): string => {
  const calendar = ical({
    name,
    prodId: { company: 'event-platform', product: serviceName, language: 'EN' },
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
      status: status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  return calendar.toString();
};
