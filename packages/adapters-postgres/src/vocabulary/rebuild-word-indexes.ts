import { sql } from 'kysely';
import pg from 'pg';
import { translateError } from '../connection/translate-error.ts';
import type { Database } from '../database.ts';

/** Fewer forgotten words leave little behind. */
const minForgotten = 1_000;
const tables = ['vocabulary', 'event_words_live', 'event_words_ended', 'released_word'];
const indexes = [
  'vocabulary_pkey',
  'vocabulary_beginning_index',
  'vocabulary_ending_index',
  'event_words_live_words_idx',
  'event_words_ended_words_idx',
  'released_word_pkey',
];
/** An arbitrary number. One process rebuilds at a time: two rebuilds of one table deadlock. */
const rebuildLock = 7_310_588_114;

/**
 * How many words were forgotten since the indexes of words were rebuilt, or null while these are not worth it: at least
 * as many must have been forgotten as are known, so that the work is in proportion to what was written.
 */
const wearQuery = `select words from forgotten_words
  where words >= ${minForgotten} and words >= (select count(*) from vocabulary)`;

/** Whether the indexes of words are to be rebuilt. */
export const areWordIndexesWorn = async (db: Database): Promise<boolean> => {
  const { rows } = await sql.raw(wearQuery).execute(db);
  return rows.length > 0;
};

/**
 * Gives back the space of forgotten words: GIN keeps a key for good once it was written, a B-tree its emptied pages.
 * Reads and writes go on meanwhile. It has a connection of its own, since it may take longer than any statement may.
 * A rebuild that fails is repeated by the next sweep. Does nothing while another process rebuilds.
 */
export const rebuildWordIndexes = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'rebuild word indexes' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows: locks } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(${rebuildLock}) as free`,
    );
    if (locks[0]?.free) await rebuild(client);
  } catch (error) {
    throw translateError(error);
  } finally {
    await client.end();
  }
};

const rebuild = async (client: pg.Client): Promise<void> => {
  // Another process may have rebuilt them until now.
  const { rows: counts } = await client.query<{ words: number }>(wearQuery);
  if (!counts[0]) return;
  // What a rebuild left that was cut off.
  const { rows } = await client.query<{ name: string }>(
    `select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and i.indrelid = any($1::text[]::regclass[]) and c.relname ~ '_cc(new|old)[0-9]*$'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
  for (const name of indexes) await client.query(`reindex index concurrently ${name}`);
  // Words that were forgotten meanwhile may have been in an index when it was rebuilt: they count for the next time.
  await client.query('update forgotten_words set words = greatest(words - $1, 0)', [counts[0].words]);
};
