import {
  type Invitation,
  type InvitationToSend,
  invitationPolicy,
  statesBefore,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export type SentInvitation = Pick<Invitation, 'id' | 'kind' | 'email' | 'sending'>;

/**
 * Sends invitations inside a transaction, those of one kind in one statement; see `InvitationStore.send`.
 * Events are locked before the rows that refer to them, as when one is removed. An event that keeps its most
 * replaced tokens retires no more.
 */
export const sendInvitations = async (
  db: Database,
  invitations: readonly InvitationToSend[],
  at: Date,
): Promise<readonly SentInvitation[]> => {
  const toUsers = invitations.flatMap(({ recipient, ...fields }) =>
    recipient.kind === 'user' ? [{ ...fields, userId: recipient.userId }] : [],
  );
  const toAddresses = invitations.flatMap(({ recipient, ...fields }) =>
    recipient.kind === 'email' ? [{ ...fields, email: recipient.email }] : [],
  );
  const users = toUsers.length > 0 ? await sendToUsers(db, JSON.stringify(toUsers), at) : [];
  const addresses = toAddresses.length > 0 ? await sendToAddresses(db, JSON.stringify(toAddresses), at) : [];
  await liftRemovals(db, users);
  return [...users, ...addresses];
};

const sendToUsers = async (db: Database, json: string, at: Date): Promise<readonly SentInvitation[]> => {
  const { rows } = await sql<SentInvitation>`/* invitation-send-to-users */
    with recipients as (
      select * from json_to_recordset(${json}::json) as recipient (
        id uuid, "eventId" uuid, "userId" uuid, token text, "createdAt" timestamptz, "expiresAt" timestamptz
      )
    ),
    events as materialized (
      select e.id from event e where e.id in (select "eventId" from recipients) order by e.id for key share
    ),
    events_with_room as materialized (
      select e.id from events e
      where (
        select count(*) from (
          select from retired_token r where r.event_id = e.id limit ${invitationPolicy.retiredTokens}
        ) tokens
      ) < ${invitationPolicy.retiredTokens}
    ),
    upserts as (
      insert into invitation
        (id, event_id, kind, user_id, token, state, delivery, sending, sent_at, created_at, expires_at)
      select id, "eventId", 'user', "userId", token, 'pending', 'none', 1, ${at}::timestamptz,
        "createdAt", "expiresAt"
      from recipients where (select count(*) from events) >= 0 order by "userId"
      on conflict (event_id, user_id) where kind = 'user' do update set
        former_token = invitation.token, token = excluded.token, state = excluded.state,
        delivery = excluded.delivery, accepted_by = null, accepted_at = null,
        sending = invitation.sending + 1, sent_at = excluded.sent_at,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      where invitation_state(invitation.state, invitation.expires_at, ${at})
        = any(${statesBefore('renew')}::text[])
      returning id, kind, email, sending, event_id, former_token
    ),
    retirements as (
      insert into retired_token (token, event_id)
      select former_token, event_id from upserts
      where former_token is not null and event_id in (select id from events_with_room)
      on conflict do nothing
    )
    select id, kind, email, sending from upserts`.execute(db);
  return rows;
};

const sendToAddresses = async (db: Database, json: string, at: Date): Promise<readonly SentInvitation[]> => {
  const { rows } = await sql<SentInvitation>`/* invitation-send-to-addresses */
    with recipients as (
      select * from json_to_recordset(${json}::json) as recipient (
        id uuid, "eventId" uuid, email text, token text, "createdAt" timestamptz, "expiresAt" timestamptz
      )
    ),
    events as materialized (
      select e.id from event e where e.id in (select "eventId" from recipients) order by e.id for key share
    ),
    events_with_room as materialized (
      select e.id from events e
      where (
        select count(*) from (
          select from retired_token r where r.event_id = e.id limit ${invitationPolicy.retiredTokens}
        ) tokens
      ) < ${invitationPolicy.retiredTokens}
    ),
    upserts as (
      insert into invitation
        (id, event_id, kind, email, token, state, delivery, sending, sent_at, created_at, expires_at)
      select id, "eventId", 'email', email, token, 'pending', 'queued', 1, ${at}::timestamptz,
        "createdAt", "expiresAt"
      from recipients where (select count(*) from events) >= 0 order by email
      on conflict (event_id, email) where kind = 'email' do update set
        former_token = invitation.token, token = excluded.token, state = excluded.state,
        delivery = excluded.delivery, accepted_by = null, accepted_at = null,
        sending = invitation.sending + 1, sent_at = excluded.sent_at,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      where invitation_state(invitation.state, invitation.expires_at, ${at})
        = any(${statesBefore('renew')}::text[])
      returning id, kind, email, sending, event_id, former_token
    ),
    retirements as (
      insert into retired_token (token, event_id)
      select former_token, event_id from upserts
      where former_token is not null and event_id in (select id from events_with_room)
      on conflict do nothing
    )
    select id, kind, email, sending from upserts`.execute(db);
  return rows;
};

/**
 * A statement of its own: the one that sends may have waited for a removal that its snapshot does not show.
 */
const liftRemovals = async (db: Database, invitations: readonly SentInvitation[]): Promise<void> => {
  if (invitations.length === 0) return;
  await sql`/* invitation-lift-removals */
    delete from removed_guest g using invitation i
    where i.id = any(${invitations.map(({ id }) => id)}::uuid[])
      and g.event_id = i.event_id and g.user_id = i.user_id`.execute(db);
};
