import { emptySignInRecord, type SignInRecord, type SignInStore } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** A record as JSON: its instants are texts. */
type Stored<Value> = Value extends Date
  ? string
  : Value extends object
    ? { readonly [Key in keyof Value]: Stored<Value[Key]> }
    : Value;

/** @param pool never a transaction: each write commits by itself */
export const postgresSignInStore = (pool: Database): SignInStore => ({
  find: async (phone) => {
    const { rows } = await sql<{ version: number; record: Stored<SignInRecord> }>`/* sign-in-find */
      select version, record from sign_in where phone = ${phone}`.execute(pool);
    const found = rows[0];
    return found
      ? { version: found.version, record: toRecord(found.record) }
      : { version: 0, record: emptySignInRecord };
  },
  replace: async (phone, version, record) => {
    const json = JSON.stringify(record);
    const written =
      version === 0
        ? await sql`insert into sign_in (phone, version, record) values (${phone}, 1, ${json}::jsonb)
            on conflict (phone) do nothing returning version`.execute(pool)
        : await sql`update sign_in set version = version + 1, record = ${json}::jsonb, updated_at = now()
            where phone = ${phone} and version = ${version} returning version`.execute(pool);
    return written.rows.length > 0;
  },
});

const instants = (texts: readonly string[]): readonly Date[] => texts.map((text) => new Date(text));

const toRecord = ({ challenge, smsSentAt, guesses, sources }: Stored<SignInRecord>): SignInRecord => ({
  challenge: challenge && {
    id: challenge.id as NonNullable<SignInRecord['challenge']>['id'],
    createdAt: new Date(challenge.createdAt),
    tries: challenge.tries,
    redeemedAt: challenge.redeemedAt === null ? null : new Date(challenge.redeemedAt),
  },
  smsSentAt: instants(smsSentAt),
  guesses: instants(guesses),
  sources: sources.map(({ network, signedInAt, guesses: charged }) => ({
    network,
    signedInAt: new Date(signedInAt),
    guesses: instants(charged),
  })),
});
