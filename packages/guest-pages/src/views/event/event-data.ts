import { datesOf, type EventDetail } from '@event-platform/domain';
import { excerpt } from '../excerpt.ts';
import { shownSource } from '../facts.ts';
import type { Site } from '../layout.ts';
import { previewImage } from '../link-preview.ts';
import { localInstant } from './local-instant.ts';
import type { SeriesOfPage } from './series.ts';
import { seriesData } from './series-data.ts';

const longestDescription = 500;

const attendanceModes = {
  offline: 'OfflineEventAttendanceMode',
  online: 'OnlineEventAttendanceMode',
  mixed: 'MixedEventAttendanceMode',
} as const;

const statuses = {
  scheduled: 'EventScheduled',
  postponed: 'EventPostponed',
  cancelled: 'EventCancelled',
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

/** Whole days are dates, the last one included. */
const datesData = (event: EventDetail): object => {
  const { startAt, endAt, isAllDay, timeZone } = event;
  const { first, last } = datesOf(event, timeZone);
  return isAllDay
    ? { startDate: first, endDate: last }
    : { startDate: localInstant(startAt, timeZone), endDate: localInstant(endAt, timeZone) };
};

/** A public event for search engines. @see https://schema.org/Event */
export const eventData = (
  event: EventDetail,
  url: string,
  site: Site,
  series: SeriesOfPage | null,
): object => {
  const { organizer, priceMinor, isPriceKnown } = event;
  const sourceUrl = shownSource(event);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': url,
    url,
    ...(sourceUrl === null ? {} : { sameAs: sourceUrl }),
    name: event.title,
    ...(event.description ? { description: excerpt(event.description, longestDescription) } : {}),
    ...datesData(event),
    eventStatus: `https://schema.org/${statuses[event.status]}`,
    eventAttendanceMode: `https://schema.org/${attendanceModes[event.attendance]}`,
    image: [previewImage(site, { ...event, category: event.category.slug })],
    location: locationData(event, url),
    organizer: organizer.name
      ? { '@type': 'Person', name: organizer.name }
      : { '@type': 'Organization', name: site.brand.name, url: site.publicUrl },
    ...(event.tags.length > 0 ? { keywords: event.tags } : {}),
    ...(isPriceKnown ? { isAccessibleForFree: priceMinor === 0 } : {}),
    ...(series ? { superEvent: seriesData(event, series) } : {}),
    ...(isPriceKnown
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
