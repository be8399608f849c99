import { openedBy } from '../../credentials.ts';
import { invitationToken } from '../../input/tokens.ts';
import { presentPreview } from '../../presenters/present-invitation.ts';
import { TokenParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { InvitePreviewShape } from '../../schemas/invitation.ts';
import type { Route } from '../route.ts';

export const previewInvitation: Route = (app, { links }) => {
  app.get(
    '/event-invites/:token',
    {
      config: {
        auth: 'none',
        credentials: ['invitationLink'],
        problems: ['invitation_not_found', 'invitation_expired'],
      },
      schema: {
        operationId: 'previewInvitation',
        tags: ['Invitations'],
        summary: 'Preview the event of an invitation',
        description: 'Changes nothing, so mail scanners may follow links.',
        params: TokenParams,
        response: { 200: refTo(InvitePreviewShape) },
      },
    },
    async (request) => {
      const token = invitationToken(request.params.token);
      return presentPreview(await openedBy(request, 'invitationLink').previewInvitation({ token }), links);
    },
  );
};
