import type { Dependencies } from '../dependencies.ts';
import type { Category } from './category.ts';

/** All categories by name. */
export const listCategories =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  (): Promise<readonly Category[]> =>
    stores.categories.list();
