import { CompiledQuery } from 'kysely';
import type { Database } from '../database.ts';

/** A query as one would paste it into psql: `:name` is a value. It only reads. */
export interface PreparedText<Value extends string> {
  /** Lower-case letters and hyphens; one name stands for one text. */
  readonly name: string;
  readonly text: string;
  /** The type of each value that the text may use. */
  readonly types: Readonly<Record<Value, string>>;
}

/** `:name`, and not the type in `::type`. */
const variable = /(?<!:):([a-z][A-Za-z]*)/g;

/**
 * A statement whose plan is made once in a connection. The planner never sees a value: all arrive in the row `given`, beside which
 * the query runs. So every plan it could make is the same, and after a few calls PostgreSQL keeps it (section "PREPARE", notes on
 * generic plans). Such a query must leave the planner no choice that depends on a value: lateral subqueries with `limit` or
 * `offset` keep it on its indexes.
 */
export const preparedText = <Value extends string, Row>({ name, text, types }: PreparedText<Value>) => {
  const names = new Set<Value>();
  const body = text.trim().replace(variable, (_, value: Value) => {
    names.add(value);
    return `parameters."${value}"`;
  });
  const columns = [...names].map((value, index) => `$${index + 1}::${types[value]} as "${value}"`);
  const parameters = `with parameters as materialized (select ${columns.join(', ')})`;
  const statement = `/* ${name} */ ${parameters} select found.* from parameters, lateral (\n${body}\n) found`;
  return async (db: Database, values: Readonly<Partial<Record<Value, unknown>>>): Promise<readonly Row[]> => {
    const parameters = Array.from(names, (value) => values[value]);
    return (await db.executeQuery<Row>(CompiledQuery.raw(statement, parameters))).rows;
  };
};
