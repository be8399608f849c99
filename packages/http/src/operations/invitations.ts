import type { Language } from '@event-platform/domain';
import type { FastifyRequest } from 'fastify';
import { openedBy } from '../credentials.ts';
import type { CostClass } from '../edge/request-costs.ts';
import { acceptedLanguage } from '../input/language.ts';
import { invitationToken } from '../input/tokens.ts';
import { InvitePageQuery, listOf, PageQuery, pageOf, presentPage } from '../schemas/common/paging.ts';
import { Nothing, Success, succeeded } from '../schemas/common/shapes.ts';
import {
  AcceptedShape,
  EventInviteShape,
  InviteBody,
  InviteLinkShape,
  InviteOutcomeShape,
  InvitePreviewShape,
  MyInviteShape,
  presentEventInvite,
  presentMyInvite,
  presentPreview,
  RevokedShape,
  RevokeQuery,
} from '../schemas/invitation.ts';
import { bodyLimits, longHandlerTimeout } from '../server-options.ts';
import { type Operations, operation } from './operation.ts';

/** So many people take no longer than another write. */
const maxFew = 10;

/** By the body before it is validated. */
const costOf = ({ body }: FastifyRequest): CostClass => {
  const { circleIds, userIds, emails } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const lengthOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);
  return lengthOf(circleIds) > 0 || lengthOf(userIds) + lengthOf(emails) > maxFew ? 'bulk' : 'write';
};

const youAreGoing: Readonly<Record<Language, (title: string) => string>> = {
  en: (title) => `You are going to ${title}.`,
  de: (title) => `Du bist dabei: ${title}.`,
};

export const invitations: Operations = {
  invitePeople: operation('POST /events/:id/invites', 'Inviting', {
    summary: 'Invite circles, users and e-mail addresses',
    description: 'For the organizer and admins of the event. Each recipient is invited once.',
    problems: ['forbidden', 'event_cancelled', 'event_postponed'],
    cost: costOf,
    handlerTimeout: longHandlerTimeout,
    bodyLimit: bodyLimits.invites,
    body: InviteBody,
    responses: { 201: InviteOutcomeShape },
    handler: async ({ domain, callerId, params, body }, { links }) => {
      const { circleIds = [], userIds = [], emails = [] } = body;
      const people = { circleIds, userIds, emails };
      const { sent, skipped, linkToken } = await domain.invite({ eventId: params.id, callerId, ...people });
      return { sent, skipped, inviteLink: links.invitation(linkToken) };
    },
  }),

  listEventInvitations: operation('GET /events/:id/invites', 'Inviting', {
    summary: 'List the personal invitations of an event',
    description: 'Newest first. For the organizer and admins of the event.',
    problems: ['forbidden'],
    cost: 'list',
    query: PageQuery,
    responses: { 200: pageOf(EventInviteShape, 'invitations') },
    handler: async ({ domain, callerId, params, query }, { links }) =>
      presentPage(
        await domain.listEventInvitations({ ...query, eventId: params.id, callerId }),
        presentEventInvite,
        links,
      ),
  }),

  revokeInvitation: operation('DELETE /events/:id/invites/:inviteId', 'Inviting', {
    summary: 'Revoke an invitation',
    description:
      'For the organizer and admins of the event. An RSVP already given stays, and the response says so, unless `remove` is set.',
    problems: ['forbidden', 'is_manager'],
    query: RevokeQuery,
    responses: { 200: RevokedShape, 204: Nothing },
    handler: async ({ domain, callerId, origin, params, query: { remove } }, _needs, reply) => {
      const { id: eventId, inviteId: invitationId } = params;
      const { stillAttends } = await domain.revokeInvitation({
        eventId,
        invitationId,
        callerId,
        remove,
        origin,
      });
      reply.code(stillAttends ? 200 : 204);
      return stillAttends ? { stillAttends } : null;
    },
  }),

  resendInvitation: operation('POST /events/:id/invites/:inviteId/resend', 'Inviting', {
    summary: 'Send an invitation again',
    description:
      'For the organizer and admins of the event. The invitation gets a new token and a new expiry.',
    problems: ['forbidden', 'event_cancelled', 'event_postponed'],
    responses: { 200: EventInviteShape },
    handler: async ({ domain, callerId, params }, { links }) => {
      const { id: eventId, inviteId: invitationId } = params;
      return presentEventInvite(await domain.resendInvitation({ eventId, invitationId, callerId }), links);
    },
  }),

  rotateInviteLink: operation('POST /events/:id/invite-link/rotate', 'Inviting', {
    summary: 'Replace the shared link of an event',
    description:
      'For the organizer and admins of the event. The old link stops working; people who joined through it stay.',
    problems: ['forbidden'],
    responses: { 200: InviteLinkShape },
    handler: async ({ domain, callerId, origin, params }, { links }) => {
      const { linkToken } = await domain.rotateInviteLink({ eventId: params.id, callerId, origin });
      return { inviteLink: links.invitation(linkToken) };
    },
  }),

  listMyInvitations: operation('GET /me/event-invites', 'Invitations', {
    summary: 'List the open invitations of the caller',
    description:
      'The soonest event first. Invitations to events of people whom the caller blocks are left out. A page with fewer items than `limit` is the last one.',
    cost: 'list',
    query: InvitePageQuery,
    responses: { 200: listOf(MyInviteShape, 'open invitations of the caller, on one page') },
    handler: async ({ domain, callerId: userId, query }, { links }) => {
      const invites = await domain.listMyInvitations({ ...query, userId });
      return { data: invites.map((invite) => presentMyInvite(invite, links)) };
    },
  }),

  declineInvitation: operation('DELETE /me/event-invites/:id', 'Invitations', {
    summary: 'Decline an invitation',
    description: 'One that is addressed to the caller and pending. Their RSVP stays as it is.',
    responses: { 200: Success },
    handler: async ({ domain, callerId: userId, params }) => {
      await domain.declineInvitation({ invitationId: params.id, userId });
      return succeeded;
    },
  }),

  previewInvitation: operation('GET /event-invites/:token', 'Invitations', {
    summary: 'Preview the event of an invitation',
    description: 'Changes nothing, so mail scanners may follow links.',
    auth: 'none',
    credentials: ['invitationLink'],
    problems: ['invitation_not_found', 'invitation_expired'],
    responses: { 200: InvitePreviewShape },
    handler: async (request, { links }) => {
      const token = invitationToken(request.params.token);
      return presentPreview(await openedBy(request, 'invitationLink').previewInvitation({ token }), links);
    },
  }),

  acceptInvitation: operation('POST /event-invites/:token/accept', 'Invitations', {
    summary: 'Accept an invitation',
    description: 'Sets the RSVP of the caller to `going`. Each user can accept a shared link once.',
    credentials: ['invitationLink'],
    problems: [
      'invitation_not_found',
      'invitation_expired',
      'invitation_not_yours',
      'invitation_already_accepted',
      'event_cancelled',
      'event_postponed',
      'rsvp_closed',
    ],
    responses: { 200: AcceptedShape },
    handler: async (request) => {
      const { params, callerId: userId } = request;
      const { eventId, eventTitle } = await openedBy(request, 'invitationLink').acceptInvitation({
        token: invitationToken(params.token),
        userId,
      });
      return {
        eventId,
        myRsvp: 'going' as const,
        message: youAreGoing[acceptedLanguage(request) ?? 'en'](eventTitle),
      };
    },
  }),
};
