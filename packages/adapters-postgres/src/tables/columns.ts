import { p } from '@mikro-orm/core';

/** An instant: UTC, whole milliseconds. */
export const instant = () => p.datetime().length(3);

/** A day of the calendar, read as `YYYY-MM-DD` when the statement casts it to a text. */
export const day = () => p.text().columnType('date');

export const texts = () => p.array().columnType('text[]').$type<readonly string[]>();

/** MikroORM types it as a text, too; pg reads it as a number. */
export const double = () => p.double().$type<number>();

export const json = <Value>() => p.json().columnType('jsonb').$type<Value>();

/** Indexes that only SQL can describe, by name: of these MikroORM compares nothing else. */
export const sqlIndexes = (...names: readonly string[]) =>
  names.map((name) => ({ name, expression: `-- create ${name} in a migration, in SQL` }));
