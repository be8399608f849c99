import type { ListedBringItem } from '../bring-list/bring-item.ts';
import type { EventDetail, EventSummary } from '../events/event.ts';

/** An event that the page of another one names. */
export type HostEvent = Pick<EventSummary, 'id' | 'title' | 'startAt' | 'endAt' | 'timeZone' | 'isAllDay'>;

/** Events of the same host that a page names. */
export const maxHostEvents = 3;

/** An event with what its page shows besides. */
export interface EventPage extends EventDetail {
  /** The next public ones that are of no series of this event: as lists order them. */
  readonly hostEvents: readonly HostEvent[];
  /** Without claims; null where the event has no bring list. */
  readonly bringList: readonly ListedBringItem[] | null;
}
