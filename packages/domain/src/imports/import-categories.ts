import type { Category, ManagedCategory } from '../events/category.ts';

const importedEmoji = '📌';

/** `board-games` reads `Board games`. */
export const nameOfSlug = (slug: string): string => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The categories of a batch: known ones, and new ones that its events share. */
export const importCategories = (categories: readonly ManagedCategory[]) => {
  const bySlug = new Map<string, Category>(
    categories.map(({ slug, name, emoji }) => [slug, { slug, name, emoji }] as const),
  );
  for (const { slug, mergedInto } of categories) {
    const category = mergedInto === null ? undefined : bySlug.get(mergedInto);
    if (category) bySlug.set(slug, category);
  }
  const newCategories: Category[] = [];
  return {
    /** The slug of the category that one stands for. */
    slugOf: (slug: string): string => bySlug.get(slug)?.slug ?? slug,
    /** The category of a slug, which may be a new one. */
    of: (slug: string): Category => {
      const category = bySlug.get(slug) ?? { slug, name: nameOfSlug(slug), emoji: importedEmoji };
      if (!bySlug.has(slug)) newCategories.push(category);
      bySlug.set(slug, category);
      return category;
    },
    /** The new ones so far. */
    added: (): readonly Category[] => newCategories,
  };
};
