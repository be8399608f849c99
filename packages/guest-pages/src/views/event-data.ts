import { type EventDetail, zoneOffset } from '@event-platform/domain';
import { excerpt } from './excerpt.ts';
import type { Site } from './layout.ts';

const longestDescription = 500;

/** An instant as local time with its offset: `2026-05-01T20:00:00+02:00` (RFC 3339). */
export const localInstant = (at: Date, timeZone: string): string => {
  const offset = zoneOffset(timeZone, at);
  const local = new Date(at.getTime() + offset).toISOString().slice(0, 19);
  // RFC 3339 has no seconds in an offset; zones had some before they were of whole minutes.
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  const [hour, minute] = [Math.trunc(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${local}${offset < 0 ? '-' : '+'}${hour}:${minute}`;
};

const attendanceModes = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
} as const;

/** The address of what is online is its guests’ secret: everybody else is sent to the page. */
const locationData = ({ attendance, location }: EventDetail, url: string): object => {
  const online = { '@type': 'VirtualLocation', url };
  if (attendance === 'online') return online;
  const place = {
    '@type': 'Place',
    name: location.address,
    address: location.address,
    geo: { '@type': 'GeoCoordinates', latitude: location.lat, longitude: location.lng },
  };
  return attendance === 'mixed' ? [place, online] : place;
};

/** A public event for search engines. @see https://schema.org/Event */
export const eventData = (event: EventDetail, url: string, site: Site): object => {
  const { organizer, priceMinor } = event;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': url,
    url,
    name: event.title,
    ...(event.description ? { description: excerpt(event.description, longestDescription) } : {}),
    startDate: localInstant(event.startAt, event.timeZone),
    endDate: localInstant(event.endAt, event.timeZone),
    eventStatus: `https://schema.org/${event.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendanceModes[event.attendance]}`,
    image: [event.coverUrl ?? `${site.publicUrl}/assets/cover.jpg`],
    location: locationData(event, url),
    organizer: organizer.name
      ? { '@type': 'Person', name: organizer.name }
      : { '@type': 'Organization', name: site.brand.name, url: site.publicUrl },
    isAccessibleForFree: priceMinor === 0,
    ...(priceMinor > 0
      ? {
          offers: {
            '@type': 'Offer',
            url,
            price: (priceMinor / 100).toFixed(2),
            priceCurrency: site.currency,
          },
        }
      : {}),
  };
};
