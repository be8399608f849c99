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
    const json = sql<SignInRecord>`${JSON.stringify(record)}::jsonb`;
    if (version === 0) {
      const added = await pool
        .insertInto('sign_in')
        .values({ phone, version: 1, record: json })
        .onConflict((conflict) => conflict.column('phone').doNothing())
        .executeTakeFirst();
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
    }
    const replaced = await pool
      .updateTable('sign_in')
      .set({ version: version + 1, record: json, updated_at: sql<Date>`now()` })
      .where('phone', '=', phone)
      .where('version', '=', version)
      .executeTakeFirst();
    return replaced.numUpdatedRows > 0n;
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
