import type { SnakeCase } from '@mikro-orm/postgresql';

/** An object with the name of each column for that of its field: `start_at` for `startAt`. */
type Columns<Fields> = { readonly [Name in keyof Fields & string as SnakeCase<Name>]: Fields[Name] };

type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The other way round. */
type Fields<Columns> = { readonly [Name in keyof Columns & string as CamelCase<Name>]: Columns[Name] };

export const columnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const fieldName = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const rename = (object: object, nameOf: (name: string) => string): object =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[nameOf(name), value]])),
  );

/** The columns of what the domain stores under the same names; what is undefined stays out. */
export const toColumns = <Stored extends object>(stored: Stored) =>
  rename(stored, columnName) as Columns<Stored>;

/** What the domain reads from columns of the same names. */
export const toFields = <Row extends object>(row: Row) => rename(row, fieldName) as Fields<Row>;
