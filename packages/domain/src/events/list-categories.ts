import type { Dependencies } from '../dependencies.ts';
import type { Category } from './category.ts';

/** The categories that are offered, in their order. */
export const listCategories =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  (): Promise<readonly Category[]> =>
    stores.categories.list();
