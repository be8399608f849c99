import { wordsOf } from './fold.ts';

/** The folded words that an event is found by; each word once per list, in no particular order. */
export interface SearchDocument {
  readonly title: readonly string[];
  /** Description, category name and address, without the words of the title. */
  readonly other: readonly string[];
}

/** The words of an event and of its category's name. */
export const searchDocument = (
  event: {
    readonly title: string;
    readonly description: string;
    readonly location: { readonly address: string };
  },
  category: { readonly name: string },
): SearchDocument => {
  const title = new Set(wordsOf(event.title));
  const other = new Set(wordsOf(`${event.description} ${category.name} ${event.location.address}`));
  return { title: [...title], other: [...other].filter((word) => !title.has(word)) };
};
