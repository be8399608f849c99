import type { Category, ManagedCategory } from '../../events/category.ts';
import type { RefileCursor } from '../../outbox/job.ts';

export type CategoryChanges = {
  readonly [Field in 'name' | 'emoji' | 'isHidden' | 'position']?: ManagedCategory[Field] | undefined;
};

/** The categories as their operator keeps them; who chooses one reads the `CategoryStore`. */
export interface ManagedCategoryStore {
  /** All of them: by position, by name (by code point), then slug. */
  all(): Promise<readonly ManagedCategory[]>;
  /** Null where the slug is taken. */
  add(category: Category): Promise<ManagedCategory | null>;
  /** Null for a slug that is unknown or merged. */
  change(slug: string, changes: CategoryChanges): Promise<ManagedCategory | null>;
  /** Gives these the positions from 1, and all others none. Slugs that are unknown or merged are skipped. */
  order(slugs: readonly string[]): Promise<void>;
  /**
   * Makes a slug, and those that were merged into it, stand for another category, in series too. Its events are moved by
   * {@link refile}. False, and nothing done, unless both are categories and not the same.
   */
  merge(slug: string, into: string): Promise<boolean>;
  /**
   * Moves up to `limit` events of a slug after `after` to the category that it stands for, each unless it is changed meanwhile, and
   * finds them by its name from then on: lists and searches follow. Null once none is left.
   */
  refile(slug: string, after: RefileCursor | null, limit: number): Promise<RefileCursor | null>;
}
