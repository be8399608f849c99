import {
  type Invitation,
  type InvitationStore,
  invitationPolicy,
  statesBefore,
} from '@event-platform/domain';
import { sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { readCandidates } from './invitation-candidates.ts';
import { sendInvitations } from './send-invitations.ts';

/** The states that allow a move come from the domain's table of transitions. */
export const postgresInvitationStore = (db: Database): InvitationStore => ({
  candidates: (query) => readCandidates(db, query),
  send: (invitations, at) => inTransaction(db, (inside) => sendInvitations(inside, invitations, at)),
  find: async (id) => {
    const { rows } = await sql<Invitation>`/* invitation-find */
      select id, event_id as "eventId", kind, coalesce(user_id, accepted_by) as "userId", email, token,
        state, delivery, sending, sent_at as "sentAt", created_at as "createdAt", expires_at as "expiresAt",
        accepted_at as "acceptedAt"
      from invitation where id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  accept: async (id, user, at) => {
    // Event and user are locked first, in the order of the statements that answer or remove them.
    const { rows } = await sql`/* invitation-accept */
      with invitations as materialized (
        select i.id, i.event_id, i.sent_at from invitation i
          join event e on e.id = i.event_id join app_user u on u.id = ${user}
        where i.id = ${id} and u.erased_at is null for key share of e, u
      ),
      removals as materialized (
        select g.removed_at
        from (select array_agg(event_id) as events, count(*) as rows from invitations) locked,
          lateral removed_guests(locked.events, array[${user}::uuid], locked.rows) g
      ),
      acceptances as (
        update invitation i set state = 'accepted', accepted_at = ${at},
          accepted_by = case when i.kind = 'email' then ${user}::uuid end
        from invitations l
        where i.id = l.id and i.expires_at > ${at}
          and invitation_state(i.state, i.expires_at, ${at}) = any(${statesBefore('accept')}::text[])
          and not exists (select from removals where removed_at >= i.sent_at)
        returning i.event_id
      ),
      deletions as (
        delete from removed_guest g using acceptances a where g.event_id = a.event_id and g.user_id = ${user}
      )
      select from acceptances`.execute(db);
    return rows.length > 0;
  },
  decline: async (id, user, at) => {
    const { numAffectedRows = 0n } = await sql`/* invitation-decline */
      update invitation set state = 'declined'
      where id = ${id} and (user_id = ${user}::uuid or ${user}::uuid is null and kind = 'email')
        and invitation_state(state, expires_at, ${at}) = any(${statesBefore('decline')}::text[])`.execute(db);
    return numAffectedRows > 0n;
  },
  revoke: async (id, at) => {
    const { numAffectedRows = 0n } = await sql`/* invitation-revoke */
      update invitation set state = 'revoked'
      where id = ${id}
        and invitation_state(state, expires_at, ${at}) = any(${statesBefore('revoke')}::text[])`.execute(db);
    return numAffectedRows > 0n;
  },
  resend: async (id, freshToken, expiresAt, notAfter, at) => {
    const { rows } = await sql<{ sending: number }>`/* invitation-resend */
      with events as materialized (
        select e.id from invitation i join event e on e.id = i.event_id where i.id = ${id} for key share of e
      ),
      renewals as (
        update invitation set
          former_token = token, token = ${freshToken}, state = 'pending',
          delivery = case when kind = 'email' then 'queued' else 'none' end,
          sending = sending + 1, sent_at = ${at}, expires_at = ${expiresAt}
        where id = ${id} and sent_at <= ${notAfter} and (select count(*) from events) >= 0
          and invitation_state(state, expires_at, ${at}) = any(${statesBefore('resend')}::text[])
        returning event_id, former_token, sending
      ),
      retirements as (
        insert into retired_token (token, event_id)
        select former_token, event_id from renewals
        where (
          select count(*) from (
            select from retired_token r
            where r.event_id = renewals.event_id limit ${invitationPolicy.retiredTokens}
          ) tokens
        ) < ${invitationPolicy.retiredTokens}
        on conflict do nothing
      )
      select sending from renewals`.execute(db);
    return rows[0]?.sending ?? null;
  },
  recordDelivery: async (id, sending, delivery) => {
    await sql`/* invitation-record-delivery */
      update invitation set delivery = ${delivery} where id = ${id} and sending = ${sending}`.execute(db);
  },
});
