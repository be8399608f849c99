import type { Invitation, InvitationStore, InvitationToSend } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { isLocked, removalOf } from '../events/lock-event-and-user.ts';
import { readCandidates } from './invitation-candidates.ts';
import { invitationColumns } from './invitation-rows.ts';
import { keepsRetired } from './retired-tokens.ts';

type Sent = Pick<Invitation, 'id' | 'kind' | 'email' | 'sending'>;

export const postgresInvitationStore = (db: Database): InvitationStore => ({
  candidates: (query) => readCandidates(db, query),
  send: (invitations, at) =>
    inTransaction(db, async (inside) => {
      const sent: Sent[] = [];
      for (const kind of ['user', 'email'] as const) {
        const wanted = invitations.filter(({ recipient }) => recipient.kind === kind);
        if (wanted.length > 0) sent.push(...(await send(kind, wanted, at).execute(inside)).rows);
      }
      await liftRemovals(inside, sent);
      return sent;
    }),
  find: async (id) => {
    const { rows } =
      await sql<Invitation>`select ${invitationColumns} from invitation i where i.id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
  accept: async (id, user, at) => {
    // Event and user are locked first, in the order of the statements that answer or remove them.
    const { rows } = await sql`
      with known as materialized (
        select i.id, i.event_id, i.sent_at from invitation i
        join event e on e.id = i.event_id join app_user u on u.id = ${user}
        where i.id = ${id} and u.erased_at is null for key share of e, u
      ),
      removed as materialized (
        ${removalOf(sql`(select event_id from known)`, user, 'known')}
      ),
      accepted as (
        update invitation set state = 'accepted', accepted_at = ${at},
          accepted_by = case when kind = 'email' then ${user}::uuid end
        from known where invitation.id = known.id and state in ('pending', 'declined') and expires_at > ${at}
          and not exists (select from removed where removed_at >= invitation.sent_at)
        returning invitation.event_id
      ),
      lifted as (
        delete from removed_guest g using accepted where g.event_id = accepted.event_id and g.user_id = ${user}
      )
      select from accepted`.execute(db);
    return rows.length > 0;
  },
  decline: async (id, user, at) => {
    const declined = await db
      .updateTable('invitation')
      .set({ state: 'declined' })
      .where('id', '=', id)
      .where(({ eb }) => (user === null ? eb('kind', '=', 'email') : eb('user_id', '=', user)))
      .where('state', '=', 'pending')
      .where('expires_at', '>', at)
      .executeTakeFirst();
    return declined.numUpdatedRows > 0n;
  },
  revoke: async (id) => {
    const revoked = await db
      .updateTable('invitation')
      .set({ state: 'revoked' })
      .where('id', '=', id)
      .where('state', '<>', 'revoked')
      .executeTakeFirst();
    return revoked.numUpdatedRows > 0n;
  },
  resend: async (id, freshToken, expiresAt, notAfter, at) => {
    const { rows } = await sql<{ sending: number }>`
      with locked as materialized (
        select e.id from invitation i join event e on e.id = i.event_id where i.id = ${id} for key share of e
      ),
      resent as (
        update invitation set
          former_token = token, token = ${freshToken},
          delivery = case when kind = 'email' then 'queued' else 'none' end,
          sending = sending + 1, sent_at = ${at}, expires_at = ${expiresAt}
        where id = ${id} and state = 'pending' and sent_at <= ${notAfter} and ${isLocked}
        returning event_id, former_token, sending
      ),
      retired as (
        insert into retired_token (token, event_id)
        select former_token, event_id from resent where ${keepsRetired(sql`select id from locked`)}
        on conflict do nothing
      )
      select sending from resent`.execute(db);
    return rows[0]?.sending ?? null;
  },
  recordDelivery: async (id, sending, delivery) => {
    await db
      .updateTable('invitation')
      .set({ delivery })
      .where('id', '=', id)
      .where('sending', '=', sending)
      .execute();
  },
});

/** All invitations of one kind in one statement; renewed ones keep their former token, which is then retired. */
const send = (kind: Invitation['kind'], wanted: readonly InvitationToSend[], at: Date): RawBuilder<Sent> => {
  const json = JSON.stringify(
    wanted.map(({ recipient, ...fields }) => ({
      ...fields,
      recipient: recipient.kind === 'user' ? recipient.userId : recipient.email,
    })),
  );
  const column = sql.ref(kind === 'user' ? 'user_id' : 'email');
  const type = kind === 'user' ? sql`uuid` : sql`text`;
  return sql<Sent>`
    with wanted as (
      select * from json_to_recordset(${json}::json) as wanted (
        id uuid, "eventId" uuid, recipient ${type}, token text, "createdAt" timestamptz, "expiresAt" timestamptz
      )
    ),
    locked as materialized (
      select id from event where id in (select "eventId" from wanted) order by id for key share
    ),
    sent as (
      insert into invitation
        (id, event_id, kind, ${column}, token, state, delivery, sending, sent_at, created_at, expires_at)
      select id, "eventId", ${sql.lit(kind)}, recipient, token, 'pending',
        ${sql.lit(kind === 'email' ? 'queued' : 'none')}, 1, ${at}::timestamptz, "createdAt", "expiresAt"
      from wanted where ${isLocked} order by recipient
      on conflict (event_id, ${column}) where kind = ${sql.lit(kind)} do update set
        former_token = invitation.token, token = excluded.token, state = 'pending', delivery = excluded.delivery,
        accepted_by = null, accepted_at = null, sending = invitation.sending + 1, sent_at = excluded.sent_at,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      where invitation.state = 'revoked' or invitation.state = 'pending' and invitation.expires_at <= ${at}
      returning id, kind, email, sending, event_id, former_token
    ),
    retired as (
      insert into retired_token (token, event_id)
      select former_token, event_id from sent
      where former_token is not null and ${keepsRetired(sql`select id from locked`)}
      on conflict do nothing
    )
    select id, kind, email, sending from sent`;
};

/** A statement of its own: the one that sends may have waited for a removal that its snapshot does not show. */
const liftRemovals = async (db: Database, sent: readonly Sent[]): Promise<void> => {
  const ids = sent.flatMap(({ id, kind }) => (kind === 'user' ? [id] : []));
  if (ids.length === 0) return;
  await sql`
    delete from removed_guest g using invitation i
    where i.id = any(${ids}::uuid[]) and g.event_id = i.event_id and g.user_id = i.user_id`.execute(db);
};
