import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../authenticate.ts';
import type { CostClass } from '../../edge/request-costs.ts';
import { EventParams } from '../../schemas/common/params.ts';
import { refTo } from '../../schemas/common/shapes.ts';
import { InviteBody, InviteOutcomeShape } from '../../schemas/invitation.ts';
import { bodyLimits, longHandlerTimeout } from '../../server-options.ts';
import type { Route } from '../route.ts';

/** So many people take no longer than another write. */
const maxFew = 10;

/** By the body before it is validated. */
const costOf = ({ body }: FastifyRequest): CostClass => {
  const { circleIds, userIds, emails } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  return lengthOf(circleIds) > 0 || lengthOf(userIds) + lengthOf(emails) > maxFew ? 'bulk' : 'write';
};

export const invitePeople: Route = (app, { links }) => {
  app.post(
    '/events/:id/invites',
    {
      bodyLimit: bodyLimits.invites,
      config: {
        auth: 'required',
        cost: costOf,
        handlerTimeout: longHandlerTimeout,
        problems: ['event_not_found', 'forbidden', 'event_cancelled', 'rate_limited'],
      },
      schema: {
        operationId: 'invitePeople',
        tags: ['Inviting'],
        summary: 'Invite circles, users and e-mail addresses',
        description: 'For the organizer and admins of the event. Each recipient is invited once.',
        params: EventParams,
        body: InviteBody,
        response: { 201: refTo(InviteOutcomeShape) },
      },
    },
    async (request, reply) => {
      const { circleIds = [], userIds = [], emails = [] } = request.body;
      const { sent, skipped, linkToken } = await request.domain.invite({
        eventId: request.params.id,
        callerId: callerOf(request).userId,
        circleIds,
        userIds,
        emails,
      });
      reply.code(201);
      return { sent, skipped, inviteLink: links.invitation(linkToken) };
    },
  );
};
