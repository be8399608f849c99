import type { Delivery, InvitationId, InvitationKind, StoredInvitationState } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { ofUser } from '../accounts/of-user.ts';
import { instant, sqlIndexes } from '../columns.ts';
import { ofEvent } from '../events/of-event.ts';

/**
 * Personal invitations: to a user, or to an e-mail address; then `accepted_by` is the user who accepted.
 * `former_token` is the token that the latest renewal replaced, so that it can be retired in the same statement.
 */
export const Invitation = defineEntity({
  name: 'Invitation',
  properties: {
    id: p.uuid().$type<InvitationId>().primary(),
    event: () => ofEvent(),
    kind: p.text().$type<InvitationKind>(),
    user: () => ofUser().nullable().index('invitation_user_id_index').hidden(),
    email: p.text().nullable(),
    acceptedBy: () =>
      ofUser().nullable().fieldName('accepted_by').index('invitation_accepted_by_index').hidden(),
    token: p.text().unique('invitation_token_unique').hidden(),
    formerToken: p.text().nullable().hidden(),
    state: p.text().$type<StoredInvitationState>(),
    delivery: p.text().$type<Delivery>(),
    sending: p.integer().hidden(),
    sentAt: instant(),
    createdAt: instant(),
    expiresAt: instant(),
    acceptedAt: instant().nullable(),
  },
  indexes: [
    { name: 'invitation_event_id_index', properties: ['event', 'createdAt', 'id'] },
    ...sqlIndexes('invitation_event_id_user_id_unique', 'invitation_event_id_email_unique'),
  ],
  checks: [
    {
      name: 'invitation_recipient_check',
      expression:
        "kind = 'user' and user_id is not null and email is null and accepted_by is null or kind = 'email' and email is not null and user_id is null",
    },
    { name: 'invitation_state_check', expression: "state in ('pending', 'accepted', 'declined', 'revoked')" },
    { name: 'invitation_delivery_check', expression: "delivery in ('none', 'queued', 'sent', 'refused')" },
    { name: 'invitation_sending_check', expression: 'sending > 0' },
  ],
});

/** The shared link of an event. */
export const InviteLink = defineEntity({
  name: 'InviteLink',
  properties: { event: () => ofEvent().primary(), token: p.text().unique('invite_link_token_unique') },
});

/** Users who joined through the shared link. */
export const LinkJoin = defineEntity({
  name: 'LinkJoin',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('link_join_user_id_index').hidden(),
    joinedAt: instant(),
  },
});

/** Tokens that are no longer valid. */
export const RetiredToken = defineEntity({
  name: 'RetiredToken',
  properties: { token: p.text().primary(), event: () => ofEvent().index('retired_token_event_id_index') },
});

/** People whom a manager removed from an event, until they are invited personally. */
export const RemovedGuest = defineEntity({
  name: 'RemovedGuest',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('removed_guest_user_id_index').hidden(),
    removedAt: instant(),
  },
});
