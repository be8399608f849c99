import { type Invitation, type InvitationState, invitationState } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';

/** An invitation `i` as the domain has it: `userId` of one to an address is whoever accepted. */
export const invitationColumns: RawBuilder<unknown> = sql`
  i.id, i.event_id as "eventId", i.kind, coalesce(i.user_id, i.accepted_by) as "userId", i.email, i.token, i.state,
  i.delivery, i.sending, i.sent_at as "sentAt", i.created_at as "createdAt", i.expires_at as "expiresAt"`;

/** The state of a row that may be no invitation. */
export const stateOf = (
  row: { readonly [Key in 'state' | 'expiresAt']: Invitation[Key] | null },
  at: Date,
): InvitationState | null =>
  row.state && row.expiresAt ? invitationState({ state: row.state, expiresAt: row.expiresAt }, at) : null;
