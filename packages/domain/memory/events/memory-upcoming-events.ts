import { isListed } from '../../src/listings/listing.ts';
import type { UpcomingEvents } from '../../src/ports/events/upcoming-events.ts';
import type { Tables } from '../tables.ts';
import { byKeys } from './order.ts';

export const memoryUpcomingEvents = ({ events }: Pick<Tables, 'events'>): UpcomingEvents => {
  const upcoming = (at: Date) =>
    events
      .rows()
      .filter((event) => isListed(event) && event.endAt > at)
      .sort(byKeys(({ id }) => [id]));
  return {
    partStarts: async (size, at) =>
      upcoming(at)
        .filter((_, index) => index % size === 0)
        .map(({ id }) => id),
    from: async (start, limit, at) =>
      upcoming(at)
        .filter(({ id }) => start === null || id >= start)
        .slice(0, limit)
        .map(({ id, updatedAt }) => ({ id, updatedAt })),
  };
};
