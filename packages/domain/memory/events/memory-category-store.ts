import type { CategoryStore } from '../../src/ports/events/category-store.ts';
import type { Tables } from '../tables.ts';
import { byKeys } from './order.ts';

export const memoryCategoryStore = ({ categories }: Tables): CategoryStore => ({
  list: async () => categories.rows().sort(byKeys(({ name, slug }) => [name, slug])),
  find: async (slug) => categories.get(slug) ?? null,
  ensure: async (neededCategories) => {
    for (const category of neededCategories)
      if (!categories.get(category.slug)) categories.set(category.slug, category);
  },
});
