import { listOf } from '../schemas/common/paging.ts';
import { CategoryShape } from '../schemas/events/category.ts';
import { type Operations, operation } from './operation.ts';

export const categories: Operations = {
  listCategories: operation('GET /categories', 'Discovery', {
    summary: 'List the categories that are offered',
    description: 'In their order; hidden ones are left out.',
    auth: 'none',
    responses: { 200: listOf(CategoryShape, 'categories') },
    handler: async ({ domain }, _needs, reply) => {
      reply.header('cache-control', 'public, max-age=60');
      return { data: [...(await domain.listCategories())] };
    },
  }),
};
