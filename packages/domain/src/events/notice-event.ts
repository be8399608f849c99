import type { EventRecord } from './event.ts';

/** What notices say of an event, as of the change: it may be deleted since. */
export interface NoticeEvent
  extends Pick<
    EventRecord,
    'id' | 'title' | 'startAt' | 'endAt' | 'isAllDay' | 'timeZone' | 'sequence' | 'status'
  > {
  readonly address: string;
}

export const noticeEvent = (event: EventRecord): NoticeEvent => ({
  id: event.id,
  title: event.title,
  startAt: event.startAt,
  endAt: event.endAt,
  isAllDay: event.isAllDay,
  timeZone: event.timeZone,
  sequence: event.sequence,
  status: event.status,
  address: event.location.address,
});
