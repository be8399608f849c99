import type { EventId, UserId } from '../ids.ts';
import type { AnnouncementGroup } from '../notices/notice.ts';
import { day } from '../time.ts';

export const announcementPolicy = {
  /** For one event. */
  perDay: 5,
  span: day,
} as const;

export const announcementGroups: readonly AnnouncementGroup[] = [
  'going',
  'interested',
  'booked',
  'waitlisted',
  'invited',
];

/** A message of a manager to people of an event. */
export interface Announcement {
  readonly id: string;
  readonly eventId: EventId;
  readonly authorId: UserId;
  readonly text: string;
  readonly to: readonly AnnouncementGroup[];
  readonly createdAt: Date;
}
