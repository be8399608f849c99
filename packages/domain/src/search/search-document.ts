import { wordsOf } from './fold.ts';

/** The folded words that an event is found by; each word once per list, in no particular order. */
export interface SearchDocument {
  readonly title: readonly string[];
  /** Description, category name and address, without the words of the title. */
  readonly other: readonly string[];
}

interface Texts {
  readonly title: string;
  readonly description: string;
  readonly location: { readonly address: string };
}

/** The words of an event and of its category's name. */
export const searchDocument = (event: Texts, category: { readonly name: string }): SearchDocument => {
  const title = new Set(wordsOf(event.title));
  const other = new Set(wordsOf(`${event.description} ${category.name} ${event.location.address}`));
  return { title: [...title], other: [...other].filter((word) => !title.has(word)) };
};

/**
 * The same for events of which most have the same texts, as those of a series: each text is folded once, since two hundred of
 * the longest take a tenth of a second. Events of the same texts get the same object.
 */
export const searchDocuments = (category: { readonly name: string }) => {
  const documents = new Map<string, SearchDocument>();
  return (event: Texts): SearchDocument => {
    // No text has this character.
    const key = [event.title, event.location.address, event.description].join('\0');
    const document = documents.get(key) ?? searchDocument(event, category);
    documents.set(key, document);
    return document;
  };
};
