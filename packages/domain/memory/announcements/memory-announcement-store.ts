import type { AnnouncementStore } from '../../src/ports/messaging/announcement-store.ts';
import { byKeys, pageOf } from '../events/order.ts';
import { tiesOf } from '../memory-ties.ts';
import type { Tables } from '../tables.ts';

export const memoryAnnouncementStore = (tables: Tables): AnnouncementStore => {
  const { announcements, events } = tables;
  return {
    add: async (announcement) => announcements.set(announcement.id, announcement),
    find: async (id) => announcements.get(id) ?? null,
    list: async (event, page) => {
      const oldestFirst = announcements
        .rows()
        .filter(({ eventId }) => eventId === event)
        .sort(byKeys(({ id }) => [id]));
      return pageOf(oldestFirst.reverse(), page);
    },
    isTied: async (eventId, user, at) => {
      const event = events.get(eventId);
      if (!event) return false;
      const { hasLiveInvitation, joinedByLink, hasRsvp, hasBooking } = tiesOf(tables, event, user, at);
      return hasLiveInvitation || joinedByLink || hasRsvp || hasBooking;
    },
  };
};
