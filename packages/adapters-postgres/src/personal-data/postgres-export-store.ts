import { type ExportStore, rowsPerRead } from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { exportSources } from './person-rows.ts';

export const postgresExportStore = (db: Database): ExportStore => ({
  read: async (user, section, after) => {
    // The definitions bring the mapper, which nothing else needs once the database is migrated.
    const { exportedColumns } = await import('./exported-columns.ts');
    const { table, keys, ofUser, also, joined = {} } = exportSources[section];
    const columns = exportedColumns(table, also);
    const size = rowsPerRead(section);
    const fields = [
      ...columns.map(
        ({ name, field, isInstant }) =>
          [field, isInstant ? instantText(column(name)) : column(name)] as const,
      ),
      ...Object.entries(joined),
    ].flatMap(([field, value]) => [sql.lit(field), value]);
    const last = after === null ? null : (JSON.parse(after) as readonly string[]);
    const { rows } = await sql<{
      row: object;
      key: readonly string[];
    }>`${sql.raw(`/* export-${section}${last ? '-next' : ''} */`)}
      select json_build_object(${sql.join(fields)}) as row,
        array[${sql.join(keys.map((name) => sql`${column(name)}::text`))}] as key
      from ${sql.table(table)} r ${ofUser(user)}
      ${last ? sql`and (${sql.join(keys.map(column))}) > (${sql.join(last.map((text, at) => typedValue(table === 'picture' ? 'key' : (keys[at] as string), text)))})` : sql``}
      order by ${sql.join(keys.map(column))} limit ${size}`.execute(db);
    return {
      rows: rows.map(({ row }) => row),
      next: rows.length < size ? null : JSON.stringify(rows.at(-1)?.key),
    };
  },
});

/** As the interface writes an instant, where PostgreSQL would write `+00:00`. */
const instantText = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const column = (name: string): RawBuilder<unknown> => sql`r.${sql.ref(name)}`;
const typedValue = (name: string, text: string): RawBuilder<unknown> =>
  name === 'key' ? sql`${text}::text` : sql`${text}::uuid`;
