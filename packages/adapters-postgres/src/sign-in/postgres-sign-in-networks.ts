import type { SignInNetworks } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

/** Sign-ins from one network are written once in this time, in milliseconds: they would wait for each other's rows. */
const writeEveryMs = 86_400_000;

export const postgresSignInNetworks = (db: Database): SignInNetworks => ({
  note: async (network, at) => {
    const before = new Date(at.getTime() - writeEveryMs);
    await sql`/* sign-in-network-note */
      insert into sign_in_network as n (network, signed_in_at) values (${network}, ${at}::timestamptz)
      on conflict (network) do update set signed_in_at = excluded.signed_in_at
        where n.signed_in_at <= ${before}::timestamptz`.execute(db);
  },
  isKnown: async (network, since) => {
    const row = await db
      .selectFrom('sign_in_network')
      .select('network')
      .where('network', '=', network)
      .where('signed_in_at', '>', since)
      .executeTakeFirst();
    return row !== undefined;
  },
});
