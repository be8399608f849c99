import type { AccountEmails, EmailProof, UserId } from '@event-platform/domain';
import { sql } from 'kysely';
import { inTransaction } from '../connection/in-transaction.ts';
import type { Database } from '../database.ts';
import { aliveAt } from '../sessions/session-rows.ts';

const columns = sql`p.id, p.user_id as "userId", p.session_id as "sessionId", p.email, p.token,
  p.code_key as "codeKey", p.mails, p.is_mailed as "isMailed", p.expires_at as "expiresAt"`;

/** Whether the proof `p` is open: an account that is suspended or erased has no session. */
const isOpen = (at: Date) => sql<boolean>`p.expires_at > ${at} and exists (
  select from session s where s.id = p.session_id and ${aliveAt(at)}
)`;

export const postgresAccountEmails = (db: Database): AccountEmails => ({
  ask: async (fresh, isRenewed, at) => {
    const { id, userId, sessionId, email, token, codeKey, expiresAt } = fresh;
    const isSame = sql`(not ${isRenewed}::boolean and p.email = excluded.email and ${isOpen(at)})`;
    const either = (column: string) =>
      sql`case when ${isSame} then p.${sql.ref(column)} else excluded.${sql.ref(column)} end`;
    const { rows } = await sql<EmailProof>`/* email-proof-ask */
      insert into email_proof as p (user_id, id, session_id, email, token, code_key, mails, is_mailed, expires_at)
      select u.id, ${id}, ${sessionId}, ${email}, ${token}, ${codeKey}, 1, false, ${expiresAt}::timestamptz
      from app_user u where u.id = ${userId} and u.erased_at is null for key share
      on conflict (user_id) do update set
        id = ${either('id')}, token = ${either('token')}, code_key = ${either('code_key')},
        is_mailed = ${either('is_mailed')}, expires_at = ${either('expires_at')},
        mails = case when ${isSame} then p.mails + 1 else 1 end, email = excluded.email,
        session_id = excluded.session_id
      returning ${columns}`.execute(db);
    return rows[0] ?? null;
  },
  noteMailed: async (id) => {
    await db.updateTable('email_proof').set({ is_mailed: true }).where('id', '=', id).execute();
  },
  open: async (by, at) => {
    const [column, value] =
      'userId' in by ? ['user_id', by.userId] : 'token' in by ? ['token', by.token] : ['id', by.id];
    const { rows } = await sql<EmailProof>`${sql.raw(`/* email-proof-by-${column} */`)}
      select ${columns} from email_proof p where p.${sql.ref(column as string)} = ${value} and ${isOpen(at)}`.execute(
      db,
    );
    return rows[0] ?? null;
  },
  prove: ({ id, userId, email }, at) =>
    inTransaction(db, async (inside) => {
      // Proofs of one address wait for each other, and accounts are locked in one order.
      await sql`/* email-lock */ select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(inside);
      const { rows } = await sql<{ id: UserId }>`/* email-owners */
        select id from app_user where id = ${userId} or email = ${email} order by id for no key update`.execute(
        inside,
      );
      const { numAffectedRows } = await sql`/* email-proof-end */
        delete from email_proof p where p.id = ${id} and ${isOpen(at)}`.execute(inside);
      if (!numAffectedRows) return null;
      const formerOwnerId = rows.find((row) => row.id !== userId)?.id ?? null;
      if (formerOwnerId)
        await inside.updateTable('app_user').set({ email: null }).where('id', '=', formerOwnerId).execute();
      await inside
        .updateTable('app_user')
        .set({ email })
        .where('id', '=', userId)
        .where('erased_at', 'is', null)
        .execute();
      return { formerOwnerId };
    }),
  remove: async (user) => {
    await sql`/* email-remove */
      with ended as (delete from email_proof where user_id = ${user})
      update app_user set email = null where id = ${user} and email is not null`.execute(db);
  },
});
