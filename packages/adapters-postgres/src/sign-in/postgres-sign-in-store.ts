import { emptySignInRecord, type KeyedHashes, type SignInStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type StoredSignIn, toRecord } from './sign-in-rows.ts';

/**
 * The column `phone` holds the number or, once its account is erased, a hash of it. A record stays under its hash when
 * the phone is used again, and is put under the current one then.
 * @param pool never a transaction: each write commits by itself
 * @param hashes absent in programs that erase no accounts: a phone that is forgotten takes its record along
 */
export const postgresSignInStore = (pool: Database, hashes?: KeyedHashes): SignInStore => {
  const hashesOf = (phone: string): readonly string[] => hashes?.of(phone) ?? [];
  const keysOf = (phone: string): readonly string[] => [phone, ...hashesOf(phone)];
  return {
    find: async (phone) => {
      const keys = keysOf(phone);
      const { rows } = await sql<{ version: number; record: StoredSignIn }>`/* sign-in-find */
        select version, record from sign_in where phone = any(${keys}::text[])
        order by array_position(${keys}::text[], phone) limit 1`.execute(pool);
      const row = rows[0];
      return row
        ? { version: row.version, record: toRecord(row.record) }
        : { version: 0, record: emptySignInRecord };
    },
    replace: async (phone, version, record) => {
      const json = JSON.stringify(record);
      const keys = keysOf(phone);
      if (version === 0) {
        const { numAffectedRows = 0n } = await sql`/* sign-in-add */
          insert into sign_in (phone, version, record)
          select ${phone}, 1, ${json}::jsonb
          where not exists (select from sign_in where phone = any(${keys.slice(1)}::text[]))
          on conflict (phone) do nothing`.execute(pool);
        return numAffectedRows > 0n;
      }
      const { numAffectedRows = 0n } = await sql`/* sign-in-replace */
        update sign_in set
          phone = case when phone = ${phone} then phone else ${keys[1] ?? phone} end,
          version = ${version + 1}::int, record = ${json}::jsonb, updated_at = now()
        where version = ${version}::int and phone = (
          select phone from sign_in where phone = any(${keys}::text[])
          order by array_position(${keys}::text[], phone) limit 1
        )`.execute(pool);
      return numAffectedRows > 0n;
    },
    forgetPhone: async (phone) => {
      const [current, ...former] = hashesOf(phone);
      if (current === undefined) {
        await pool.deleteFrom('sign_in').where('phone', '=', phone).execute();
        return;
      }
      // A record that is added while the former one is forgotten comes to lie beside it.
      await sql`/* sign-in-forget-former */
        delete from sign_in where phone = any(${[current, ...former]}::text[])
          and exists (select from sign_in where phone = ${phone})`.execute(pool);
      await pool.updateTable('sign_in').set({ phone: current }).where('phone', '=', phone).execute();
    },
  };
};
