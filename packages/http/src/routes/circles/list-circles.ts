import { callerOf } from '../../authenticate.ts';
import { presentCircle } from '../../presenters/present-circle.ts';
import { CircleShape } from '../../schemas/circle.ts';
import { PageQuery, pageOf, presentPage } from '../../schemas/common/paging.ts';
import type { Route } from '../route.ts';

export const listCircles: Route = (app) => {
  app.get(
    '/me/circles',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'listCircles',
        tags: ['Circles'],
        summary: 'List the circles of the caller',
        querystring: PageQuery,
        response: { 200: pageOf(CircleShape, 'circles') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const circles = await request.domain.listCircles({ ownerId: callerOf(request).userId, page, limit });
      return presentPage(circles, presentCircle);
    },
  );
};
