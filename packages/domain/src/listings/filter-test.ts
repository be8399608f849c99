import type { EventFilter } from '../events/lists/event-filter.ts';
import { attendanceBits } from './listing-columns.ts';
import type { ListingParts } from './listing-parts.ts';

/** Whether a slot passes. */
export type Test = (slot: number) => boolean;

/** The parts of a filter that the columns tell, but for its circle. */
export const filterTest = ({ columns, categoryNumbers }: ListingParts, filter: EventFilter): Test => {
  const { starts, ends, categories, attendances } = columns.values;
  const endsAfter = filter.endsAfter.getTime();
  const startsBefore = filter.startsBefore?.getTime() ?? Number.POSITIVE_INFINITY;
  const numbers = filter.categories?.map((slug) => categoryNumbers.get(slug));
  const bits = filter.attendance ? attendanceBits(filter.attendance) : ~0;
  return (slot) =>
    (ends[slot] as number) > endsAfter &&
    (starts[slot] as number) < startsBefore &&
    (!numbers || numbers.includes(categories[slot])) &&
    ((attendances[slot] as number) & bits) !== 0;
};

const times: readonly string[] = ['endsAfter', 'startsBefore', 'recentSince', 'isDated'];

/** Whether nothing narrows a list but times and these parts of its filter. */
export const isNarrowedBy = (filter: EventFilter, ...parts: readonly (keyof EventFilter)[]): boolean =>
  Object.entries(filter).every(
    ([name, part]) => part === null || part === undefined || [...times, ...parts].includes(name),
  );
