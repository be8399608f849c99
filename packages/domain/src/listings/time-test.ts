import type { EventFilter } from '../events/lists/event-filter.ts';
import type { ListingColumns } from './listing-columns.ts';

/** Whether a slot passes. */
export type Test = (slot: number) => boolean;

/** Whether the listing in a slot is in the window of time of a filter. */
export const timeTest = ({ values: { starts, ends } }: ListingColumns, filter: EventFilter): Test => {
  const endsAfter = filter.endsAfter.getTime();
  const startsBefore = filter.startsBefore?.getTime() ?? Number.POSITIVE_INFINITY;
  return (slot) => (ends[slot] as number) > endsAfter && (starts[slot] as number) < startsBefore;
};

const times: readonly string[] = ['endsAfter', 'startsBefore', 'recentSince', 'isDated'];

/** Whether nothing narrows a list but times and these parts of its filter. */
export const isNarrowedBy = (filter: EventFilter, ...parts: readonly (keyof EventFilter)[]): boolean =>
  Object.entries(filter).every(
    ([name, part]) => part === null || part === undefined || [...times, ...parts].includes(name),
  );
