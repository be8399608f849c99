import { type RawBuilder, sql } from 'kysely';

/** The columns of an invitation `i`; `userId` of an e-mail invitation is the user who accepted it. */
export const invitationColumns: RawBuilder<unknown> = sql`
  i.id, i.event_id as "eventId", i.kind, coalesce(i.user_id, i.accepted_by) as "userId", i.email, i.token, i.state,
  i.delivery, i.sending, i.sent_at as "sentAt", i.created_at as "createdAt", i.expires_at as "expiresAt",
  i.accepted_at as "acceptedAt"`;
