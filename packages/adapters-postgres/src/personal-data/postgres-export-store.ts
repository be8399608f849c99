import {
  accountQuotaKeys,
  type ExportSection,
  type ExportStore,
  rowsPerRead,
  type UserId,
} from '@event-platform/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { personalData } from './register.ts';

type Section = Exclude<ExportSection, 'signIns'>;

/** Columns as JSON, their names as the interface writes them, and the key that pages are read by. */
interface Source {
  readonly columns: readonly string[];
  readonly from: (user: UserId) => RawBuilder<unknown>;
  /** A unique column `r.<key>`. */
  readonly key: string;
}

const tablesByName = Object.fromEntries(
  personalData.flatMap(({ table, columns, exported }) =>
    'section' in exported
      ? [
          [
            exported.section,
            {
              columns,
              key: exported.key,
              from: (user: UserId) => sql`${sql.table(table)} r where r.${sql.ref(exported.by)} = ${user}`,
            } satisfies Source,
          ],
        ]
      : [],
  ),
) as Record<Section, Source>;

/** Sections that are more than the rows of a person in one table. */
const sources: Record<Section, Source> = {
  ...tablesByName,
  invitationsReceived: {
    ...tablesByName.invitationsReceived,
    from: (user) => sql`invitation r where (r.user_id = ${user} or r.accepted_by = ${user})`,
  },
  invitationsSent: {
    columns: [...tablesByName.invitationsReceived.columns, 'user_id'],
    key: 'id',
    from: (user) => sql`invitation r join event e on e.id = r.event_id where e.organizer_id = ${user}`,
  },
  circleMembers: {
    columns: ['circle_id', 'user_id'],
    key: '(circle_id, user_id)',
    from: (user) => sql`circle_member r join circle c on c.id = r.circle_id where c.owner_id = ${user}`,
  },
  quotas: {
    columns: ['key', 'taken', 'until'],
    key: 'key',
    from: (user) => sql`quota_use r where r.key = any(${accountQuotaKeys(user)}::text[])`,
  },
};

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const postgresExportStore = (db: Database): ExportStore => ({
  read: async (user, section, after) => {
    const { columns, from, key } = sources[section];
    const [size, keys] = [rowsPerRead(section), keyColumns(key)];
    const fields = columns.flatMap((name) => [sql.lit(camelCase(name)), exportValue(name)]);
    const last = after === null ? null : (JSON.parse(after) as readonly string[]);
    const { rows } = await sql<{
      row: object;
      key: readonly string[];
    }>`${sql.raw(`/* export-${section}${last ? '-next' : ''} */`)}
      select json_build_object(${sql.join(fields)}) as row,
        array[${sql.join(keys.map((name) => sql`${column(name)}::text`))}] as key
      from ${from(user)}
      ${last ? sql`and (${sql.join(keys.map(column))}) > (${sql.join(last.map((text, at) => typedValue(keys[at] as string, text)))})` : sql``}
      order by ${sql.join(keys.map(column))} limit ${size}`.execute(db);
    return {
      rows: rows.map(({ row }) => row),
      next: rows.length < size ? null : JSON.stringify(rows.at(-1)?.key),
    };
  },
});

/** A column as JSON; instants as the interface writes them, where PostgreSQL would write `+00:00`. */
const exportValue = (name: string): RawBuilder<unknown> => sql`case pg_typeof(${column(name)})
  when 'timestamptz'::regtype then to_json(to_char(
    (to_json(${column(name)}) #>> '{}')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
  ))
  else to_json(${column(name)}) end`;
const column = (name: string): RawBuilder<unknown> => sql`r.${sql.ref(name)}`;
const keyColumns = (key: string): readonly string[] => key.match(/\w+/g) ?? [];
const typedValue = (name: string, text: string): RawBuilder<unknown> =>
  name === 'key' ? sql`${text}::text` : sql`${text}::uuid`;
