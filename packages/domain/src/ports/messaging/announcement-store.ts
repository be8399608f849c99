import type { Announcement } from '../../announcements/announcement.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { Page, Paged } from '../../paging.ts';

export interface AnnouncementStore {
  add(announcement: Announcement): Promise<void>;
  find(id: string): Promise<Announcement | null>;
  /** The newest first. */
  list(event: EventId, page: Page): Promise<Paged<Announcement>>;
  /** Whether the user has an RSVP, a booking, a join by link or a live invitation. */
  isTied(event: EventId, user: UserId, at: Date): Promise<boolean>;
}
