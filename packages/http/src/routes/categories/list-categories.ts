import { listOf } from '../../schemas/common/paging.ts';
import { CategoryShape } from '../../schemas/events/category.ts';
import type { Route } from '../route.ts';

export const listCategories: Route = (app) => {
  app.get(
    '/categories',
    {
      config: { auth: 'none' },
      schema: {
        operationId: 'listCategories',
        tags: ['Discovery'],
        summary: 'List all categories',
        response: { 200: listOf(CategoryShape, 'categories') },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return { data: [...(await request.domain.listCategories())] };
    },
  );
};
