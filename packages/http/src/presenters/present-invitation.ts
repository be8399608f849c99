import type { EventInviteItem, InvitationPreview, MyInvite } from '@event-platform/domain';
import type { Static } from 'typebox';
import type { Links } from '../links.ts';
import type { EventInviteShape, InvitePreviewShape, MyInviteShape } from '../schemas/invitation.ts';
import { coverOf } from './present-event.ts';
import { avatarOf, presentPublicUser } from './present-user.ts';

export const presentMyInvite = (invite: MyInvite, links: Links): Static<typeof MyInviteShape> => ({
  id: invite.id,
  event: {
    id: invite.event.id,
    title: invite.event.title,
    startAt: invite.event.startAt.toISOString(),
    coverUrl: coverOf(invite.event.coverUrl, links),
    organizer: { name: invite.event.organizer.name },
  },
  status: invite.state,
  createdAt: invite.createdAt.toISOString(),
  token: invite.token,
});

export const presentPreview = (
  { event, token, expiresAt }: InvitationPreview,
  links: Links,
): Static<typeof InvitePreviewShape> => ({
  event: {
    id: event.id,
    title: event.title,
    startAt: event.startAt.toISOString(),
    coverUrl: coverOf(event.coverUrl, links),
    location: { address: event.location.address },
    organizer: { name: event.organizer.name, avatar: avatarOf(event.organizer.avatar, links) },
  },
  token,
  expiresAt: expiresAt.toISOString(),
});

/** Shows the addressee that the organizer invited: an e-mail address is not replaced by the user who accepted. */
export const presentEventInvite = (
  invite: EventInviteItem,
  links: Links,
): Static<typeof EventInviteShape> => ({
  id: invite.id,
  kind: invite.kind,
  ...(invite.kind === 'user' && invite.user ? { user: presentPublicUser(invite.user, links) } : {}),
  ...(invite.kind === 'email' && invite.email ? { email: invite.email } : {}),
  status: invite.state,
  deliveryStatus: invite.delivery,
  createdAt: invite.createdAt.toISOString(),
  expiresAt: invite.expiresAt.toISOString(),
});
