import type { Category } from '../events/category.ts';
import type { EventRecord } from '../events/event.ts';
import { wordsOf } from './fold.ts';

/** The words an event is found by; each word once in each list, in no special order. */
export interface SearchDocument {
  readonly title: readonly string[];
  /** Description, category name and address, without the words of the title. */
  readonly other: readonly string[];
}

/** What search sees of an event. */
export const searchDocument = (
  event: Pick<EventRecord, 'title' | 'description' | 'location'>,
  category: Pick<Category, 'name'>,
): SearchDocument => {
  const title = new Set(wordsOf(event.title));
  const other = new Set(wordsOf(`${event.description} ${category.name} ${event.location.address}`));
  return { title: [...title], other: [...other].filter((word) => !title.has(word)) };
};
