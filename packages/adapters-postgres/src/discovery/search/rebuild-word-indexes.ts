import { sql } from 'kysely';
import pg from 'pg';
import { translateError } from '../../connection/translate-error.ts';
import type { Database } from '../../database.ts';

/** Fewer forgotten words leave little behind. */
const minForgotten = 1_000;
const tables = ['vocabulary', 'event_words_live', 'event_words_ended', 'released_word'];
const indexes = [
  'vocabulary_pkey',
  'vocabulary_word_index',
  'vocabulary_deletions_index',
  'event_words_live_words_idx',
  'event_words_ended_words_idx',
  'released_word_pkey',
];

/**
 * Whether the indexes of words are to be rebuilt: once at least as many words were forgotten as are known, so that the
 * work is in proportion to what was written. Of several processes one is told so.
 */
export const areWordIndexesWorn = async (db: Database): Promise<boolean> => {
  const { rows } = await sql`
    update forgotten_words set words = 0
    where words >= ${sql.lit(minForgotten)} and words >= (select count(*) from vocabulary)
    returning id`.execute(db);
  return rows.length > 0;
};

/**
 * Gives back the space of forgotten words: GIN keeps a key for good once it was written, a B-tree its emptied pages.
 * Reads and writes go on meanwhile. It has a connection of its own, since it may take longer than any statement may.
 */
export const rebuildWordIndexes = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'rebuild word indexes' });
  client.on('error', () => {});
  try {
    await client.connect();
    // What a rebuild left that was cut off.
    const { rows } = await client.query<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and i.indrelid = any($1::text[]::regclass[]) and c.relname ~ '_cc(new|old)[0-9]*$'`,
      [tables],
    );
    for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
    for (const name of indexes) await client.query(`reindex index concurrently ${name}`);
  } catch (error) {
    throw translateError(error);
  } finally {
    await client.end();
  }
};
