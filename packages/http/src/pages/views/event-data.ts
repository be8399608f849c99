import type { EventDetail, Zoned } from '@event-platform/domain';
import type { Site } from '../layout.ts';
import { excerpt } from './excerpt.ts';

const longestDescription = 500;

const parts = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });

/** An instant as local time with its offset: `2026-05-01T20:00:00+02:00` (RFC 3339). */
export const localInstant = (at: Date, timeZone: string): string => {
  const found = new Map(
    parts(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  // `GMT`, `GMT+05:30` or, before zones were of whole minutes, `GMT+00:53:28`.
  const offset = part('timeZoneName').slice(3, 9) || '+00:00';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}${offset}`;
};

/** A public event for search engines. @see https://schema.org/Event */
export const eventData = (event: Zoned<EventDetail>, url: string, site: Site): object => {
  const { location, organizer, priceMinor } = event;
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
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: [event.coverUrl ?? `${site.publicUrl}/assets/cover.jpg`],
    location: {
      '@type': 'Place',
      name: location.address,
      address: location.address,
      geo: { '@type': 'GeoCoordinates', latitude: location.lat, longitude: location.lng },
    },
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
