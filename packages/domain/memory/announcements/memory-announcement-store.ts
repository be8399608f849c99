import { offsetOf } from '../../src/paging.ts';
import type { AnnouncementStore } from '../../src/ports/announcement-store.ts';
import { tiesOf } from '../memory-ties.ts';
import type { Tables } from '../tables.ts';

export const memoryAnnouncementStore = (tables: Tables): AnnouncementStore => {
  const { announcements, events } = tables;
  return {
    add: async (announcement) => announcements.set(announcement.id, announcement),
    find: async (id) => announcements.get(id) ?? null,
    list: async (event, page) => {
      const all = announcements
        .rows()
        .filter(({ eventId }) => eventId === event)
        .sort((one, other) => (one.id < other.id ? 1 : -1));
      return { ...page, total: all.length, items: all.slice(offsetOf(page), offsetOf(page) + page.limit) };
    },
    isTied: async (eventId, user, at) => {
      const event = events.get(eventId);
      if (!event) return false;
      const { hasLiveInvitation, joinedByLink, hasRsvp, hasBooking } = tiesOf(tables, event, user, at);
      return hasLiveInvitation || joinedByLink || hasRsvp || hasBooking;
    },
  };
};
