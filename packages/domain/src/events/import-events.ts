import type { Dependencies } from '../dependencies.ts';
import type { EventId, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import type { FieldFault } from '../problem.ts';
import { searchDocument } from '../search/search-document.ts';
import { textFaults } from '../text.ts';
import type { Category } from './category.ts';
import { newEvent } from './create-event.ts';
import { draftFaults, type EventDraft } from './event-draft.ts';

/**
 * An event from elsewhere. `sourceKey` says which one it is there; `categoryName` names a category that is new here.
 */
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
 * Adds a batch of events from elsewhere in one step: sound ones go in once per source key, a category that
 * the service lacks is added, faulty ones are reported. A known one stays as it is.
 */
export const importEvents =
  ({ stores, clock, ids, unitOfWork, timeZones }: Dependencies) =>
  async (command: {
    readonly organizerId: UserId;
    readonly events: readonly ImportedEvent[];
  }): Promise<ImportOutcome> => {
    const judged = command.events.map((entry, index) => ({ entry, index, errors: importFaults(entry) }));
    const sound = judged.filter(({ errors }) => errors.length === 0).map(({ entry }) => entry);
    const faulty = judged
      .filter(({ errors }) => errors.length > 0)
      .map(({ index, errors }) => ({ index, errors }));
    const { entries, categories } = categorize(await stores.categories.list(), sound);
    const now = clock.now();
    const added = await unitOfWork.run(async (inside) => {
      await inside.categories.ensure(categories);
      return inside.events.addNew(
        entries.map(({ draft, sourceKey, category }) => {
          const event = newEvent(
            timeZones,
            ids.next() as EventId,
            command.organizerId,
            draft,
            sourceKey,
            now,
          );
          return { event, document: searchDocument(event, category) };
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

/** Gives each event its category: a known one, or a new one that the events of the batch share. */
const categorize = (known: readonly Category[], imported: readonly ImportedEvent[]) => {
  const bySlug = new Map(known.map((category) => [category.slug, category]));
  const entries = imported.map(({ draft, sourceKey, categoryName }) => {
    const slug = draft.category;
    const category = bySlug.get(slug) ?? {
      slug,
      name: categoryName ?? nameOfSlug(slug),
      emoji: importedEmoji,
    };
    bySlug.set(slug, category);
    return { draft, sourceKey, category };
  });
  return { entries, categories: [...bySlug.values()] };
};

/** `board-games` reads `Board games`. */
export const nameOfSlug = (slug: string): string => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
