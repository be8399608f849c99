import type { Category } from '../../events/category.ts';

export interface CategoryStore {
  /** Those that are offered, neither hidden nor merged: by position, by name (by code point), then slug. */
  list(): Promise<readonly Category[]>;
  /** The category that a slug stands for. */
  find(slug: string): Promise<Category | null>;
  /** Adds those whose slug is new, as made by an import; leaves the others as they are. */
  ensure(categories: readonly Category[]): Promise<void>;
}
