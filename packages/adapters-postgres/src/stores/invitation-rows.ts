import { type RawBuilder, sql } from 'kysely';

/** An invitation `i` as the domain has it: `userId` of one to an address is whoever accepted. */
export const invitationColumns: RawBuilder<unknown> = sql`
  i.id, i.event_id as "eventId", i.kind, coalesce(i.user_id, i.accepted_by) as "userId", i.email, i.token, i.state,
  i.delivery, i.sending, i.sent_at as "sentAt", i.created_at as "createdAt", i.expires_at as "expiresAt"`;
