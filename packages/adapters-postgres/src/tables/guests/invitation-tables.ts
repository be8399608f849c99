import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';
import { Event } from '../events/event-tables.ts';
import { instant } from '../instant.ts';

const ofEvent = () => p.manyToOne(Event).mapToPk().deleteRule('cascade');
const ofUser = () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade');

/**
 * Personal invitations: to a user, or to an e-mail address; then `accepted_by` is the user who accepted.
 * `former_token` is the token that the latest renewal replaced, so that it can be retired in the same statement.
 */
export const Invitation = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    kind: p.text(),
    user: () => ofUser().nullable().index('invitation_user_id_index'),
    email: p.text().nullable(),
    acceptedBy: () => ofUser().nullable().fieldName('accepted_by').index('invitation_accepted_by_index'),
    token: p.text().unique('invitation_token_unique'),
    formerToken: p.text().nullable(),
    state: p.text(),
    delivery: p.text(),
    sending: p.integer(),
    sentAt: instant(),
    createdAt: instant(),
    expiresAt: instant(),
    acceptedAt: instant().nullable(),
  },
  indexes: [{ name: 'invitation_event_id_index', properties: ['event', 'createdAt', 'id'] }],
  uniques: [
    {
      name: 'invitation_event_id_user_id_unique',
      expression:
        "create unique index invitation_event_id_user_id_unique on invitation (event_id, user_id) where kind = 'user'",
    },
    {
      name: 'invitation_event_id_email_unique',
      expression:
        "create unique index invitation_event_id_email_unique on invitation (event_id, email) where kind = 'email'",
    },
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
  tableName: 'invite_link',
  properties: { event: () => ofEvent().primary(), token: p.text().unique('invite_link_token_unique') },
});

/** Users who joined through the shared link. */
export const LinkJoin = defineEntity({
  name: 'LinkJoin',
  tableName: 'link_join',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('link_join_user_id_index'),
    joinedAt: instant(),
  },
});

/** Tokens that are no longer valid. */
export const RetiredToken = defineEntity({
  name: 'RetiredToken',
  tableName: 'retired_token',
  properties: { token: p.text().primary(), event: () => ofEvent().index('retired_token_event_id_index') },
});

/** People whom a manager removed from an event, until they are invited personally. */
export const RemovedGuest = defineEntity({
  name: 'RemovedGuest',
  tableName: 'removed_guest',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('removed_guest_user_id_index'),
    removedAt: instant(),
  },
});
