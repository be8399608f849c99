import { callerOf } from '../../authenticate.ts';
import { presentMyInvite } from '../../presenters/present-invitation.ts';
import { InvitePageQuery, listOf } from '../../schemas/common/paging.ts';
import { MyInviteShape } from '../../schemas/invitation.ts';
import type { Route } from '../route.ts';

export const listMyInvitations: Route = (app, { links }) => {
  app.get(
    '/me/event-invites',
    {
      config: { cost: 'list', auth: 'required' },
      schema: {
        operationId: 'listMyInvitations',
        tags: ['Invitations'],
        summary: 'List the open invitations of the caller',
        description:
          'The soonest event first. Invitations to events of people whom the caller blocks are left out. A page with fewer items than `limit` is the last one.',
        querystring: InvitePageQuery,
        response: { 200: listOf(MyInviteShape, 'open invitations of the caller, on one page') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const { userId } = callerOf(request);
      const invites = await request.domain.listMyInvitations({ userId, page, limit });
      return { data: invites.map((invite) => presentMyInvite(invite, links)) };
    },
  );
};
