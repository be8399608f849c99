import type { SealedKeys } from '@event-platform/domain';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export const postgresSealedKeys = (db: Database): SealedKeys => {
  const find = async (name: string): Promise<string | null> => {
    const row = await db
      .selectFrom('sealed_key')
      .select('sealed')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.sealed ?? null;
  };
  return {
    find,
    replace: async (name, former, value) => {
      await sql`
        insert into sealed_key (name, sealed) values (${name}, ${value})
        on conflict (name) do update set sealed = excluded.sealed where sealed_key.sealed = ${former}`.execute(
        db,
      );
      return (await find(name)) ?? value;
    },
  };
};
