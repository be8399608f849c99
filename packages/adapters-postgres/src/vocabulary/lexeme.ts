import { type RawBuilder, sql } from 'kysely';

/** A word of a column as a lexeme, quoted as `tsquery.ts` does. */
export const lexemeOf = (word: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`('''' || replace(replace(${word}, E'\\\\', E'\\\\\\\\'), '''', '''''') || '''')`;
