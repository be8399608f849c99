import { type EventInviteItem, type InvitationPreview, limits, type MyInvite } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import type { Links } from '../links.ts';
import { namedShape, oneOf, refTo, timestamp, url, uuid } from './common/shapes.ts';
import { avatarFields, presentAvatar, presentShown, shownPicture } from './picture.ts';
import { PublicUserShape, presentPublicUser } from './user.ts';

const token = Type.String({ description: 'Opens the event; keep it secret.' });
const coverFields = {
  coverUrl: url('A picture.', 'https://example.com/jazz.jpg'),
  cover: shownPicture('Its sizes; null unless it is a picture of the service.'),
};
/** When an event is. */
const times = {
  startAt: timestamp('When it begins.'),
  endAt: timestamp('When it ends.', '2026-05-01T21:00:00.000Z'),
  isAllDay: Type.Boolean({ description: 'Whether it is of whole days: both are midnights of `timeZone`.' }),
  timeZone: Type.String({ examples: ['Europe/Lisbon'] }),
};

const presentTimes = ({
  startAt,
  endAt,
  isAllDay,
  timeZone,
}: Pick<MyInvite['event'], 'startAt' | 'endAt' | 'isAllDay' | 'timeZone'>) => ({
  startAt: startAt.toISOString(),
  endAt: endAt.toISOString(),
  isAllDay,
  timeZone,
});

export const InviteBody = Type.Object(
  {
    circleIds: Type.Optional(
      Type.Array(uuid('Id of a circle.'), {
        maxItems: limits.inviteCircles,
        description: `Circles of the caller; all their members are invited. With \`userIds\` at most ${limits.invitePeople} people, each counted once.`,
      }),
    ),
    userIds: Type.Optional(
      Type.Array(uuid('Id of a user.'), {
        maxItems: limits.inviteUsers,
        description: 'Unknown ids are counted as skipped.',
      }),
    ),
    emails: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: limits.inviteEmails,
        description:
          'A message with a link is sent to each, within the mails that an address gets in a day. Addresses that have unsubscribed are skipped.',
        examples: [['guest@example.com']],
      }),
    ),
  },
  {
    title: 'InviteRequest',
    description: 'At least one of the three lists must not be empty.',
    examples: [{ emails: ['guest@example.com'] }],
  },
);

export const InviteOutcomeShape = namedShape(
  'InviteOutcome',
  {
    sent: Type.Integer({ description: 'Invitations sent.', examples: [2] }),
    skipped: Type.Integer({ description: 'Already invited, not found, or unsubscribed.', examples: [0] }),
    inviteLink: url(
      'A shared link for manual distribution.',
      'https://events.example.com/i/Zk3vQ8mT1xWc7RbY5nHd2LpA',
    ),
  },
  'How many invitations were sent, and the shared link.',
);

export const InviteLinkShape = namedShape(
  'InviteLink',
  { inviteLink: url('The new shared link.', 'https://events.example.com/i/Zk3vQ8mT1xWc7RbY5nHd2LpA') },
  'The event’s shared link.',
);

export const MyInviteShape = namedShape(
  'MyInvite',
  {
    id: uuid('Id of the invitation.'),
    event: Type.Object({
      id: uuid('Id of the event.'),
      title: Type.String({ examples: ['Jazz on the roof'] }),
      ...times,
      ...coverFields,
      organizer: Type.Object({ name: Type.String({ examples: ['Mira'] }) }),
    }),
    status: oneOf(['pending'], { description: 'Only open ones are listed.', examples: ['pending'] }),
    createdAt: timestamp('When it was sent.'),
    token,
  },
  'An open invitation of the caller.',
);

export const presentMyInvite = (invite: MyInvite, links: Links): Static<typeof MyInviteShape> => ({
  id: invite.id,
  event: {
    id: invite.event.id,
    title: invite.event.title,
    ...presentTimes(invite.event),
    coverUrl: links.cover(invite.event.coverUrl),
    cover: presentShown(invite.event.coverUrl, links),
    organizer: { name: invite.event.organizer.name },
  },
  status: invite.state,
  createdAt: invite.createdAt.toISOString(),
  token: invite.token,
});

export const InvitePreviewShape = namedShape(
  'InvitePreview',
  {
    event: Type.Object({
      id: uuid('Id of the event.'),
      title: Type.String({ examples: ['Jazz on the roof'] }),
      ...times,
      status: Type.Optional(
        oneOf(['postponed'], {
          description: 'Present only while the event is postponed.',
          examples: ['postponed'],
        }),
      ),
      ...coverFields,
      location: Type.Object({ address: Type.String({ examples: ['Rua Augusta 24, Lisbon'] }) }),
      organizer: Type.Object({
        name: Type.String({ examples: ['Mira'] }),
        ...avatarFields,
      }),
    }),
    token,
    expiresAt: timestamp('Until when it can be accepted.'),
  },
  'What a guest sees before joining.',
);

export const presentPreview = (
  { event, token, expiresAt }: InvitationPreview,
  links: Links,
): Static<typeof InvitePreviewShape> => ({
  event: {
    id: event.id,
    title: event.title,
    ...presentTimes(event),
    ...(event.status === 'postponed' ? { status: event.status } : {}),
    coverUrl: links.cover(event.coverUrl),
    cover: presentShown(event.coverUrl, links),
    location: { address: event.location.address },
    organizer: { name: event.organizer.name, ...presentAvatar(event.organizer, links) },
  },
  token,
  expiresAt: expiresAt.toISOString(),
});

export const AcceptedShape = namedShape(
  'InvitationAccepted',
  {
    eventId: uuid('Id of the event.'),
    myRsvp: oneOf(['going'], { description: 'The caller’s answer now.', examples: ['going'] }),
    message: Type.String({ description: 'Text to show to the user.' }),
  },
  'The caller has joined.',
);

export const EventInviteShape = namedShape(
  'EventInvite',
  {
    id: uuid('Id of the invitation.'),
    kind: oneOf(['user', 'email'], { description: 'Whom it is addressed to.', examples: ['email'] }),
    user: Type.Optional(refTo(PublicUserShape)),
    email: Type.Optional(Type.String({ format: 'email', examples: ['guest@example.com'] })),
    status: oneOf(['pending', 'accepted', 'declined', 'revoked', 'expired'], {
      description: 'The state of the invitation.',
      examples: ['pending'],
    }),
    deliveryStatus: oneOf(['none', 'queued', 'sent', 'refused'], {
      description:
        'The state of its mail: `refused` (by the mail server, or by an address that has unsubscribed) is final; `none` means that no mail is needed.',
      examples: ['sent'],
    }),
    createdAt: timestamp('When it was sent.'),
    expiresAt: timestamp('Until when it can be accepted.'),
  },
  'A personal invitation as its organizer sees it.',
);

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

export const RevokeQuery = Type.Object({
  remove: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether the person is removed from the event as well.' }),
  ),
});

export const RevokedShape = namedShape(
  'InvitationRevoked',
  { stillAttends: Type.Literal(true, { description: 'Always true.' }) },
  'The invitation is revoked, but the person still sees the event by their RSVP or their join by the link.',
);
