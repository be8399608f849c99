import type pg from 'pg';

/** Dropped indexes, foreign keys and triggers, as the statements that restore them. */
export interface DroppedIndexes {
  /**
   * By table: each index, followed by the constraint that uses it. Different indexes may be built concurrently, but each
   * statement needs its own transaction: those of one table would block each other.
   */
  readonly indexes: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** For the time when all indexes exist: first added, then validated. */
  readonly foreignKeys: readonly { readonly add: string; readonly validate: string | null }[];
  readonly triggers: readonly string[];
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly validated: boolean;
}

interface Index {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** The type of the constraint that uses the index. */
  readonly kind: 'p' | 'u' | 'x' | null;
  readonly constraint: string | null;
  readonly deferral: string;
}

interface Trigger {
  readonly table: string;
  readonly name: string;
  readonly enabled: 'O' | 'R' | 'A';
}

const foreignKeysOf = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
    convalidated as validated
  from pg_constraint
  where contype = 'f' and conparentid = 0
    and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
  order by 1, 2`;

const indexesOf = `
  select i.indrelid::regclass::text as table, quote_ident(r.relname) as name, pg_get_indexdef(i.indexrelid) as definition,
    c.contype as kind, pg_get_constraintdef(c.oid) as constraint,
    case when c.condeferrable then ' deferrable' || case when c.condeferred then ' initially deferred' else '' end
      else '' end as deferral
  from pg_index i join pg_class r on r.oid = i.indexrelid
    left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype in ('p', 'u', 'x')
  where i.indrelid = any($1::regclass[])
  order by pg_get_indexdef(i.indexrelid) like '% USING btree %', c.contype nulls last, r.relname`;

const triggersOf = `
  select tgrelid::regclass::text as table, quote_ident(tgname) as name, tgenabled as enabled
  from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgrelid = any($1::regclass[])
  order by 1, 2`;

const enabling = { O: 'enable', R: 'enable replica', A: 'enable always' };

/**
 * Drops the foreign keys from and to the tables and all their indexes, and disables their triggers. They are read from
 * the catalog, so that objects of later migrations are restored as well.
 */
export const dropIndexes = async (client: pg.Client, tables: readonly string[]): Promise<DroppedIndexes> => {
  const keys = (await client.query<ForeignKey>(foreignKeysOf, [tables])).rows;
  const indexes = (await client.query<Index>(indexesOf, [tables])).rows;
  const triggers = (await client.query<Trigger>(triggersOf, [tables])).rows;
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table, name, kind } of indexes)
    await client.query(kind ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
  const byTable = Map.groupBy(indexes, ({ table }) => table);
  return {
    indexes: new Map([...byTable].map(([table, all]) => [table, all.map(toStatements)])),
    foreignKeys: keys.map(({ table, name, definition, validated }) => ({
      add: `alter table ${table} add constraint ${name} ${definition.replace(/ NOT VALID$/, '')} not valid`,
      validate: validated ? `alter table ${table} validate constraint ${name}` : null,
    })),
    triggers: triggers.map(
      ({ table, name, enabled }) => `alter table ${table} ${enabling[enabled]} trigger ${name}`,
    ),
  };
};

/** The index first, then its constraint: the definition of the constraint lacks the options of the index. */
const toStatements = ({ table, name, definition, kind, constraint, deferral }: Index): readonly string[] => {
  const add = `alter table ${table} add constraint ${name}`;
  if (kind === null) return [definition];
  if (kind === 'x') return [`${add} ${constraint}`];
  const word = kind === 'p' ? 'primary key' : 'unique';
  return [definition, `${add} ${word} using index ${name}${deferral}`];
};

/** A description of everything that `dropIndexes` drops; equal descriptions mean that it was restored unchanged. */
export const describeSchema = async (client: pg.Client, tables: readonly string[]): Promise<string> => {
  const parts = [];
  for (const query of [foreignKeysOf, indexesOf, triggersOf])
    parts.push((await client.query(query, [tables])).rows);
  return JSON.stringify(parts, null, 1);
};
