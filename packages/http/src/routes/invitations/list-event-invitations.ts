import { callerOf } from '../../authenticate.ts';
import { presentEventInvite } from '../../presenters/present-invitation.ts';
import { PageQuery, pageOf, presentPage } from '../../schemas/common/paging.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { EventInviteShape } from '../../schemas/invitation.ts';
import type { Route } from '../route.ts';

export const listEventInvitations: Route = (app, { links }) => {
  app.get(
    '/events/:id/invites',
    {
      config: { cost: 'list', auth: 'required', problems: ['event_not_found', 'forbidden'] },
      schema: {
        operationId: 'listEventInvitations',
        tags: ['Inviting'],
        summary: 'List the personal invitations of an event',
        description: 'Newest first. For the organizer and admins of the event.',
        params: EventParams,
        querystring: PageQuery,
        response: { 200: pageOf(EventInviteShape, 'invitations') },
      },
    },
    async (request) => {
      const { page, limit } = request.query;
      const invitations = await request.domain.listEventInvitations({
        eventId: request.params.id,
        callerId: callerOf(request).userId,
        page,
        limit,
      });
      return presentPage(invitations, (invite) => presentEventInvite(invite, links));
    },
  );
};
