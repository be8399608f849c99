import { type RawBuilder, sql } from 'kysely';
import type { toEventJson } from './event-rows.ts';

type EventJson = ReturnType<typeof toEventJson>;

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

/**
 * Events as a set of rows, for a `from`. What all of them have in common is sent once: two hundred of a series with the
 * longest texts take six megabytes otherwise, which hold the event loop while they are written. @param rows is not empty
 */
export const eventRecords = (rows: readonly EventJson[]): RawBuilder<unknown> => {
  const [first, ...others] = rows as readonly [EventJson, ...EventJson[]];
  const columns = Object.keys(first) as (keyof EventJson)[];
  const differing = columns.filter((name) => !others.every((row) => isSame(row[name], first[name])));
  const differences = rows.map((row) => Object.fromEntries(differing.map((name) => [name, row[name]])));
  return sql`json_populate_recordset(
    json_populate_record(null::event, ${JSON.stringify(first)}::json), ${JSON.stringify(differences)}::json
  )`;
};
