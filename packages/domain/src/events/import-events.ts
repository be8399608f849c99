import type { Dependencies } from '../dependencies.ts';
import type { EventId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { FieldFault } from '../problem.ts';
import { searchDocument } from '../search/search-document.ts';
import { textFaults } from '../text.ts';
import type { Category } from './category.ts';
import { newEvent } from './create-event.ts';
import { draftFaults, type EventDraft } from './event-draft.ts';

/** An event from elsewhere. `sourceKey` says which one it is there; `categoryName` names a category that is new here. */
export interface ImportedEvent {
  readonly sourceKey: string;
  readonly draft: EventDraft;
  readonly categoryName?: string | undefined;
}

export interface ImportOutcome {
  readonly added: number;
  /** Those whose source key was here already. */
  readonly known: number;
  /** What is wrong with those left out, by their index in the batch. */
  readonly faulty: readonly { readonly index: number; readonly errors: readonly FieldFault[] }[];
}

const importedEmoji = '📌';

/**
 * Adds a batch of events from elsewhere in one step: sound ones go in once per source key, a category that the
 * service lacks is added, faulty ones are reported.
 */
export const importEvents =
  ({ stores, clock, ids, unitOfWork }: Dependencies) =>
  async (command: {
    readonly organizerId: UserId;
    readonly events: readonly ImportedEvent[];
  }): Promise<ImportOutcome> => {
    const judged = command.events.map((entry, index) => ({ entry, index, errors: importFaults(entry) }));
    const sound = judged.filter(({ errors }) => errors.length === 0).map(({ entry }) => entry);
    const faulty = judged
      .filter(({ errors }) => errors.length > 0)
      .map(({ index, errors }) => ({ index, errors }));
    const categories = withNewCategories(await stores.categories.list(), sound);
    const now = clock.now();
    const added = await unitOfWork.run(async (inside) => {
      await inside.categories.ensure(categories);
      return inside.events.addNew(
        sound.map(({ draft, sourceKey }) => {
          const event = newEvent(ids.next() as EventId, command.organizerId, draft, sourceKey, now);
          const category = categories.find(({ slug }) => slug === event.category);
          return { event, document: searchDocument(event, category ?? { name: event.category }) };
        }),
      );
    }, 'bulk');
    return { added, known: sound.length - added, faulty };
  };

const importFaults = ({ draft, sourceKey, categoryName }: ImportedEvent): readonly FieldFault[] => [
  ...draftFaults(draft),
  ...textFaults('/sourceKey', sourceKey, { maxLength: limits.urlLength }),
  ...(categoryName === undefined
    ? []
    : textFaults('/category/name', categoryName, { maxLength: limits.nameLength })),
];

const withNewCategories = (
  known: readonly Category[],
  imported: readonly ImportedEvent[],
): readonly Category[] => {
  const bySlug = new Map(known.map((category) => [category.slug, category]));
  for (const { draft, categoryName } of imported)
    if (!bySlug.has(draft.category))
      bySlug.set(draft.category, {
        slug: draft.category,
        name: categoryName ?? nameOfSlug(draft.category),
        emoji: importedEmoji,
      });
  return [...bySlug.values()];
};

/** `board-games` reads `Board games`. */
export const nameOfSlug = (slug: string): string => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
