import { callerOf } from '../../authenticate.ts';
import { presentPublicUser } from '../../presenters/present-user.ts';
import { PageQuery, pageOf, presentPage } from '../../schemas/common/paging.ts';
import { CircleParams } from '../../schemas/common/params.ts';
import { PublicUserShape } from '../../schemas/user.ts';
import type { Route } from '../route.ts';

export const listCircleMembers: Route = (app, { links }) => {
  app.get(
    '/me/circles/:id/members',
    {
      config: { cost: 'list', auth: 'required', problems: ['not_found'] },
      schema: {
        operationId: 'listCircleMembers',
        tags: ['Circles'],
        summary: 'List the members of a circle',
        params: CircleParams,
        querystring: PageQuery,
        response: { 200: pageOf(PublicUserShape, 'users') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const members = await request.domain.listCircleMembers({
        circleId: request.params.id,
        ownerId: callerOf(request).userId,
        page,
        limit,
      });
      return presentPage(members, (user) => presentPublicUser(user, links));
    },
  );
};
