import {
  type Invitation,
  type InvitationToSend,
  invitationPolicy,
  statesBefore,
} from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export type SentInvitation = Pick<Invitation, 'id' | 'kind' | 'email' | 'sending'>;

/** Where the recipient of each kind stands in an invitation, and whether a mail is due. */
const recipients = {
  user: {
    ...{ column: sql`user_id`, type: sql`uuid`, delivery: 'none' },
    // The lock waits for an erasure, which then counts.
    reached: sql`select u.id from app_user u where u.id in (select recipient from recipients)
      and u.erased_at is null and (select count(*) from events) >= 0 order by u.id for key share`,
  },
  email: {
    ...{ column: sql`email`, type: sql`text`, delivery: 'queued' },
    reached: sql`select recipient from recipients where (select count(*) from events) >= 0`,
  },
} as const;

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
  const sent: SentInvitation[] = [];
  for (const kind of ['user', 'email'] as const) {
    const ofKind = invitations.flatMap(({ recipient, ...fields }) =>
      recipient.kind === kind
        ? [{ ...fields, recipient: recipient.kind === 'user' ? recipient.userId : recipient.email }]
        : [],
    );
    if (ofKind.length > 0) sent.push(...(await sendTo(kind, db, JSON.stringify(ofKind), at)));
  }
  await liftRemovals(
    db,
    sent.filter(({ kind }) => kind === 'user'),
  );
  return sent;
};

const sendTo = async (
  kind: keyof typeof recipients,
  db: Database,
  json: string,
  at: Date,
): Promise<readonly SentInvitation[]> => {
  const { column, type, delivery, reached } = recipients[kind];
  const { rows } = await sql<SentInvitation>`/* invitation-send-to-${sql.raw(kind)} */
    with recipients as (
      select * from json_to_recordset(${json}::json) as recipient (
        id uuid, "eventId" uuid, recipient ${type}, token text, "createdAt" timestamptz, "expiresAt" timestamptz
      )
    ),
    events as materialized (
      select e.id from event e where e.id in (select "eventId" from recipients) order by e.id for key share
    ),
    reached as materialized (${reached}),
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
        (id, event_id, kind, ${column}, token, state, delivery, sending, sent_at, created_at, expires_at)
      select id, "eventId", ${kind}, recipient, token, 'pending', ${delivery}, 1, ${at}::timestamptz,
        "createdAt", "expiresAt"
      from recipients where recipient in (select * from reached) order by recipient
      on conflict (event_id, ${column}) where kind = ${sql.lit(kind)} do update set
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
