import { callerOf } from '../../authenticate.ts';
import { presentMyInvite } from '../../presenters/present-invitation.ts';
import { MyInviteShape } from '../../schemas/invitation.ts';
import { listOf } from '../../schemas/paging.ts';
import type { Route } from '../route.ts';

export const listMyInvitations: Route = (app, { domain, links }) => {
  app.get(
    '/me/event-invites',
    {
      config: { auth: 'required' },
      schema: {
        operationId: 'listMyInvitations',
        tags: ['Invitations'],
        summary: 'List the open invitations of the caller',
        response: { 200: listOf(MyInviteShape, 'open invitations of the caller') },
      },
    },
    async (request) => {
      const invites = await domain.listMyInvitations({ userId: callerOf(request).userId });
      return { data: invites.map((invite) => presentMyInvite(invite, links)) };
    },
  );
};
