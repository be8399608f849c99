import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A value of a row; null is NULL. */
export type Cell = string | number | null;

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const toCell = (cell: Cell): string => {
  if (cell === null) return '\\N';
  return typeof cell === 'number'
    ? String(cell)
    : cell.replace(special, (character) => escapes[character] as string);
};

/** A row in COPY's text format. */
export const toLine = (cells: readonly Cell[]): string => `${cells.map(toCell).join('\t')}\n`;

const chunkLength = 512 * 1024;

function* chunksOf(lines: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

/**
 * Replaces the rows of the table, whose indexes are left to a later `reindex`. COPY freezes them, which requires that the
 * same transaction truncated the table, so that no vacuum is needed later.
 * @param lines each a row as `toLine` makes it, with the columns in that order; other columns take their defaults
 */
export const copyRows = async (
  client: pg.Client,
  table: string,
  columns: readonly string[],
  lines: Iterable<string>,
): Promise<void> => {
  await client.query('begin');
  await client.query(`truncate ${table} cascade`);
  await client.query('update pg_index set indisready = false where indrelid = $1::regclass', [table]);
  const copy = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin with (freeze)`));
  await pipeline(Readable.from(chunksOf(lines)), copy);
  await client.query('commit');
};
