import type { Category, ManagedCategory } from '../../src/events/category.ts';
import type { EventRecord } from '../../src/events/event.ts';
import type { RefileCursor } from '../../src/outbox/job.ts';
import type { CategoryStore } from '../../src/ports/events/category-store.ts';
import type { ManagedCategoryStore } from '../../src/ports/events/managed-category-store.ts';
import { searchDocument } from '../../src/search/search-document.ts';
import type { Tables } from '../tables.ts';
import { byKeys } from './order.ts';

/** A category as it is added. */
export const newCategory = (category: Category): ManagedCategory => ({
  ...category,
  ...{ isHidden: false, position: null, isImported: false, mergedInto: null },
});

/** What all but operators see of a category. */
export const plainCategory = ({ slug, name, emoji }: Category): Category => ({ slug, name, emoji });

const cursorOf = ({ startAt, id }: EventRecord): RefileCursor => ({ startAt: startAt.toISOString(), id });

/** In the operator's order, and then by name. */
const inOrder = ({ categories }: Pick<Tables, 'categories'>): ManagedCategory[] =>
  categories
    .rows()
    .sort(byKeys(({ position, name, slug }) => [position ?? Number.POSITIVE_INFINITY, name, slug]));

/** The category that a slug stands for. */
const standsFor = ({ categories }: Pick<Tables, 'categories'>, slug: string): ManagedCategory | null =>
  categories.get(categories.get(slug)?.mergedInto ?? slug) ?? null;

export const memoryCategoryStore = ({ categories }: Pick<Tables, 'categories'>): CategoryStore => ({
  list: async () =>
    inOrder({ categories })
      .filter(({ isHidden, mergedInto }) => !isHidden && mergedInto === null)
      .map(plainCategory),
  find: async (slug) => {
    const category = standsFor({ categories }, slug);
    return category && plainCategory(category);
  },
  ensure: async (neededCategories) => {
    for (const category of neededCategories)
      if (!categories.get(category.slug))
        categories.set(category.slug, { ...newCategory(category), isImported: true });
  },
});

export const memoryManagedCategoryStore = ({
  categories,
  events,
  documents,
  series,
}: Tables): ManagedCategoryStore => {
  const live = (slug: string): ManagedCategory | null => {
    const category = categories.get(slug);
    return category && category.mergedInto === null ? category : null;
  };
  return {
    all: async () => inOrder({ categories }),
    add: async (category) => {
      if (categories.get(category.slug)) return null;
      categories.set(category.slug, newCategory(category));
      return newCategory(category);
    },
    change: async (slug, changes) => {
      const category = live(slug);
      if (!category) return null;
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const changedCategory = { ...category, ...Object.fromEntries(given) };
      categories.set(slug, changedCategory);
      return changedCategory;
    },
    order: async (slugs) => {
      for (const category of categories.rows()) {
        const index = slugs.indexOf(category.slug);
        const position = index < 0 || category.mergedInto !== null ? null : index + 1;
        categories.set(category.slug, { ...category, position });
      }
    },
    merge: async (slug, into) => {
      const category = live(slug);
      if (slug === into || !category || !live(into)) return false;
      for (const one of [category, ...categories.rows().filter(({ mergedInto }) => mergedInto === slug)])
        categories.set(one.slug, { ...one, mergedInto: into });
      for (const one of series.rows())
        if (one.draft.category === slug)
          series.set(one.id, { ...one, draft: { ...one.draft, category: into } });
      return true;
    },
    refile: async (slug, after, limit) => {
      const category = standsFor({ categories }, slug);
      const keyOf = ({ startAt, id }: RefileCursor) => [startAt, id];
      const order = byKeys(keyOf);
      const page = events
        .rows()
        .filter((event) => event.category === slug && (!after || order(cursorOf(event), after) > 0))
        .sort((one, other) => order(cursorOf(one), cursorOf(other)))
        .slice(0, limit);
      const last = page.at(-1);
      if (!category || !last) return null;
      for (const event of page) {
        const moved = event.category === category.slug ? event.sequence : event.sequence + 1;
        events.set(event.id, { ...event, category: category.slug, sequence: moved });
        documents.set(event.id, searchDocument(event, category));
      }
      return cursorOf(last);
    },
  };
};
