import type { EventFilter } from '../events/lists/event-filter.ts';
import { type ListingParts, ordersFor } from './listing-parts.ts';
import { countBefore } from './slots/typed-arrays.ts';

/** The slots of the one category, or of all, around the window of time that a filter asks for. */
export interface TimeWindow {
  /** Those that start before the end of the window, by start; those that ended before it, too. */
  readonly begun: Uint32Array;
  /** Of these, how many are put after all others, as they began long ago. */
  readonly oldCount: number;
  /** Those that start after the window. */
  readonly late: Uint32Array;
  /** Those that ended before it. */
  readonly ended: Uint32Array;
  /** Whether all that ended have also begun, so that the two numbers tell how many are in the window. */
  readonly isCounted: boolean;
}

export const timeWindow = (parts: ListingParts, filter: EventFilter): TimeWindow => {
  const { values } = parts.columns;
  const orders = ordersFor(parts, filter);
  const [starts, ends] = [orders.starts.slots(), orders.ends.slots()];
  const { endsAfter, startsBefore, recentSince } = filter;
  const startsBeforeInstant = (instant: number) =>
    countBefore(starts.length, (index) => (values.starts[starts[index] as number] as number) < instant);
  const [first, last] = [endsAfter.getTime(), startsBefore?.getTime() ?? Number.POSITIVE_INFINITY];
  const begunCount = startsBeforeInstant(last);
  const endedCount = countBefore(
    ends.length,
    (index) => (values.ends[ends[index] as number] as number) <= first,
  );
  return {
    begun: starts.subarray(0, begunCount),
    oldCount: Math.min(startsBeforeInstant(recentSince.getTime()), begunCount),
    late: starts.subarray(begunCount),
    ended: ends.subarray(0, endedCount),
    isCounted: first < last,
  };
};
