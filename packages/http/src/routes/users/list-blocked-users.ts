import { callerOf } from '../../authenticate.ts';
import { presentPublicUser } from '../../presenters/present-user.ts';
import { PageQuery, pageOf, presentPage } from '../../schemas/common/paging.ts';
import { PublicUserShape } from '../../schemas/user.ts';
import type { Route } from '../route.ts';

export const listBlockedUsers: Route = (app, { links }) => {
  app.get(
    '/me/blocked-users',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'listBlockedUsers',
        tags: ['Invitations'],
        summary: 'List the users whom the caller blocks',
        description: 'By name.',
        querystring: PageQuery,
        response: { 200: pageOf(PublicUserShape, 'users') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const users = await request.domain.listBlockedUsers({
        callerId: callerOf(request).userId,
        page,
        limit,
      });
      return presentPage(users, (user) => presentPublicUser(user, links));
    },
  );
};
