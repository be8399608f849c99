import type { Needs } from '../needs.ts';
import type { Category } from './category.ts';

/** All categories by name. */
export const listCategories =
  ({ stores }: Pick<Needs, 'stores'>) =>
  (): Promise<readonly Category[]> =>
    stores.categories.list();
