import type { EventDetail } from '../events/event.ts';

/** What a calendar shows of an event; its sequence rises with each change (RFC 5545 section 3.8.7.4). */
export type CalendarEntry = Pick<
  EventDetail,
  | 'id'
  | 'title'
  | 'description'
  | 'startAt'
  | 'endAt'
  | 'isAllDay'
  | 'timeZone'
  | 'location'
  | 'status'
  | 'sequence'
  | 'updatedAt'
> & {
  /** For those whose calendar it is, where they may know it. */
  readonly onlineUrl?: string | null;
  readonly sourceUrl?: string | null;
  readonly cancelReason?: string | null;
};
