import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

/** Something the statement is given with each call, to be used as a value. */
export type Parameter<Values> = (key: keyof Values & string) => RawBuilder<unknown>;

/** What a statement is made of: common table expressions before `select`, each followed by a comma but the last. */
export interface Statement<Values> {
  /** Lower-case letters and hyphens; one name stands for one text. */
  readonly name: string;
  readonly types: Readonly<Record<keyof Values & string, string>>;
  readonly body: (parameter: Parameter<Values>) => RawBuilder<unknown>;
}

/**
 * A statement whose text is made once in a process, and whose plan is made once in a connection. The planner never
 * sees a value: all arrive in one row of `parameter`. So every plan it could make is the same, and after a few calls
 * PostgreSQL keeps it (section "PREPARE", notes on generic plans). Such a statement must leave the planner no
 * choice that depends on a value: lateral subqueries with `limit` or `offset` keep it on its indexes.
 */
export const preparedStatement = <Values extends object, Row>({
  name,
  types,
  body,
}: Statement<Values>): ((db: Database, values: Values) => Promise<readonly Row[]>) => {
  const keys = Object.keys(types) as (keyof Values & string)[];
  const columns = keys.map((key, index) => `$${index + 1}::${types[key]} as "${key}"`).join(', ');
  const compile = (db: Database): string => {
    const rest = body((key) => sql.raw(`(select "${key}" from parameter)`));
    const statement =
      sql`/* ${sql.raw(name)} */ with parameter as materialized (select ${sql.raw(columns)}), ${rest}`.compile(
        db,
      );
    if (statement.parameters.length > 0) throw new Error(`${name} has a value beside its parameters`);
    return statement.sql;
  };
  let text: string | undefined;
  return async (db, values) => {
    text ??= compile(db);
    const parameters = keys.map((key) => values[key]);
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, parameters))).rows;
  };
};
