import type { EventRecord } from '../events/event.ts';
import { noticeEvent } from '../events/notice-event.ts';
import type { Change } from '../outbox/change.ts';
import type { ChangeNotice } from './edit-told.ts';

/**
 * What cancels an event for some: it has no change of its own to count, and calendars heed what counts higher than before
 * (RFC 5546 section 2.1.4).
 */
export const outToldOf = (event: EventRecord, change: Change): ChangeNotice => ({
  key: change.id,
  event: { ...noticeEvent(event), sequence: event.sequence + 1 },
  changes: null,
  text: null,
});
