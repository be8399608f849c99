import { sql } from 'kysely';
import { isLockTimeout } from '../connection/translate-error.ts';
import type { Database } from '../database.ts';
import { lexemeOf } from './lexeme.ts';

/** Words of one transaction at most: writers of events wait while it forgets them. */
const batchSize = 1_000;
/** An arbitrary number. The triggers that learn words share this lock until their events are committed. */
const wordsLock = 7_310_588_113;
/** In milliseconds. Writers that come meanwhile wait behind this one. */
const lockTimeoutMs = 200;

const heldByNoEvent = sql`not exists (select from event_words e where e.words @@ ${lexemeOf(sql`word`)}::tsquery)`;

/**
 * Forgets released words that no listed event holds any more. Where events are being written, it waits briefly and
 * leaves the rest to the next sweep.
 */
export const forgetWords = async (db: Database): Promise<void> => {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from released_word`.execute(db);
  const last = rows[0]?.last ?? null;
  if (last === null) return;
  try {
    while ((await forgetBatch(db, last)) === batchSize);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
};

/** Resolves with the number of released words that it looked at. */
const forgetBatch = (db: Database, last: number): Promise<number> =>
  db.transaction().execute(async (inside) => {
    const { rows: releasedRows } = await sql<{ word: string }>`
      delete from released_word where id in (
        select id from released_word where id <= ${last} order by id limit ${batchSize} for update skip locked
      ) returning word`.execute(inside);
    // The index finds rare words at once; a frequent one is found in the first rows of the table or the index alike.
    await sql`set local enable_seqscan = off`.execute(inside);
    const words = [...new Set(releasedRows.map(({ word }) => word))];
    const { rows: unheld } = await sql<{ word: string }>`
      select word from unnest(${words}::text[]) word where ${heldByNoEvent}`.execute(inside);
    if (unheld.length > 0)
      await forget(
        inside,
        unheld.map(({ word }) => word),
      );
    return releasedRows.length;
  });

/** Decides again what no event holds, now that no event is being written. */
const forget = async (inside: Database, words: readonly string[]): Promise<void> => {
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(inside);
  await sql`select pg_advisory_xact_lock(${sql.lit(wordsLock)})`.execute(inside);
  await sql`
    with deletions as (
      delete from vocabulary where word = any(${[...words]}::text[]) and ${heldByNoEvent} returning word
    )
    insert into forgotten_words as f (id, words) select 1, count(*) from deletions
    on conflict (id) do update set words = f.words + excluded.words`.execute(inside);
};
