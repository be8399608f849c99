import { DateTimeType, UnderscoreNamingStrategy } from '@mikro-orm/core';
import type { Rows } from '../database.ts';
import * as definitions from '../tables/index.ts';

const naming = new UnderscoreNamingStrategy();

export interface ExportedColumn {
  readonly name: string;
  /** As the interface writes it. */
  readonly field: string;
  readonly isInstant: boolean;
}

/** The columns of a table that its person gets in an export: all that its definition does not hide, and `also`. */
export const exportedColumns = (table: keyof Rows, also?: string): readonly ExportedColumn[] =>
  Object.values(definitions)
    .filter(({ meta }) => (meta.tableName ?? naming.classToTableName(meta.className)) === table)
    .flatMap(({ meta }) => Object.entries(meta.properties))
    .map(([property, { fieldName, kind, type, hidden }]) => ({
      name:
        fieldName ??
        (kind ? naming.joinKeyColumnName(property, 'id') : naming.propertyToColumnName(property)),
      isInstant: (type as unknown) === DateTimeType,
      hidden,
    }))
    .filter(({ name, hidden }) => !hidden || name === also)
    .map(({ name, isInstant }) => ({ name, field: naming.columnNameToProperty(name), isInstant }));
