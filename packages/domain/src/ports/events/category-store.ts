import type { Category } from '../../events/category.ts';

export interface CategoryStore {
  /** All categories by name (by code point), then slug. */
  list(): Promise<readonly Category[]>;
  find(slug: string): Promise<Category | null>;
  /** Adds those whose slug is new; leaves the others as they are. */
  ensure(categories: readonly Category[]): Promise<void>;
}
