import { wordsOf } from './fold.ts';

/** The folded words that an event is found by; each word once per list, in no particular order. */
export interface SearchDocument {
  readonly title: readonly string[];
  /** Description, category name, address and tags, without the words of the title. */
  readonly other: readonly string[];
}

interface Texts {
  readonly title: string;
  readonly description: string;
  readonly location: { readonly address: string };
  readonly tags?: readonly string[];
}

/** The words of an event and of its category's name. */
export const searchDocument = (event: Texts, category: { readonly name: string }): SearchDocument => {
  const title = new Set(wordsOf(event.title));
  const texts = [event.description, category.name, event.location.address, ...(event.tags ?? [])];
  const other = new Set(wordsOf(texts.join(' ')));
  return { title: [...title], other: [...other].filter((word) => !title.has(word)) };
};

/**
 * The same for events of which most have the same texts, as those of a series: each text is folded once, since two hundred of
 * the longest take a tenth of a second. Events of the same texts get the same object.
 */
export const searchDocuments = (category: { readonly name: string }) => {
  const documents = new Map<string, SearchDocument>();
  return (event: Required<Texts>): SearchDocument => {
    // No text has this character.
    const key = [event.title, event.location.address, event.description, ...event.tags].join('\0');
    const document = documents.get(key) ?? searchDocument(event, category);
    documents.set(key, document);
    return document;
  };
};
