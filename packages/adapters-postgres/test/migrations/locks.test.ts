import type { Migration } from '@mikro-orm/migrations';
import t from 'tap';
import { migrations } from '../../migrations/index.ts';

/** The statements of a script, in one line each, without comments and without the bodies of functions. */
const statementsOf = (script: string): readonly string[] =>
  script
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '');

/** The clauses of an `alter table`, split where no parenthesis is open. */
const clausesOf = (statement: string): readonly string[] => {
  let depth = 0;
  let clause = '';
  const clauses: string[] = [];
  for (const letter of statement.replace(/^alter table (?:if exists )?[\w.]+ /, '')) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (letter === ',' && depth === 0) {
      clauses.push(clause.trim());
      clause = '';
    } else clause += letter;
  }
  return [...clauses, clause.trim()];
};

const clauseFault = (clause: string): string | undefined => {
  if (/^add constraint .*(?:check|foreign key|references)/.test(clause) && !clause.endsWith('not valid'))
    return 'a constraint that is not `not valid` reads all rows';
  if (/^add constraint .*(?:unique|primary key|exclude)/.test(clause) && !clause.includes('using index'))
    return 'a key without `using index` builds an index';
  if (
    /^add (?!constraint)/.test(clause) &&
    /\b(?:check|references|constraint|unique|primary key)\b/.test(clause)
  )
    return 'a column with a constraint reads all rows';
  if (/^alter (?:column )?\w+ (?:set data )?type\b/.test(clause)) return 'another type rewrites the table';
  if (clause.startsWith('validate')) return 'it reads all rows under the locks of the statements before';
  return undefined;
};

/**
 * What makes requests wait in a migration that keeps its locks until its end.
 * @param created tables that are empty, as no release has them
 */
const faultsOf = (script: string, created = new Set<string>()): readonly string[] => {
  const faults: string[] = [];
  for (const statement of statementsOf(script)) {
    const [, table] = /^create (?:unlogged )?table (\w+)/.exec(statement) ?? [];
    if (table) created.add(table);
    const [, indexed = ''] = /^create (?:unique )?index .*? on (\w+)/.exec(statement) ?? [];
    if (indexed && !created.has(indexed)) faults.push(`${statement}: the build keeps writers out`);
    const [, altered = ''] = /^alter table (?:if exists )?(\w+)/.exec(statement) ?? [];
    if (altered && !created.has(altered) && /set not null.*drop constraint/.test(statement))
      faults.push(`${statement}: it drops first, then reads all rows`);
    else if (altered && !created.has(altered))
      for (const clause of clausesOf(statement)) {
        const fault = clauseFault(clause);
        if (fault) faults.push(`${altered}: ${clause}: ${fault}`);
      }
    const [, written = ''] = /^(?:update|delete from) (\w+)/.exec(statement) ?? [];
    if (written && !created.has(written)) faults.push(`${statement}: it locks rows until the end`);
  }
  return faults;
};

t.test('no migration after the baseline keeps a table for long', async (t) => {
  const created = new Set<string>();
  for (const { name, load } of migrations.slice(1)) {
    const Loaded = (await load()) as new (...values: readonly unknown[]) => Migration & { up(): void };
    const migration = new Loaded({}, {});
    if (!migration.isTransactional()) continue;
    migration.up();
    t.strictSame(faultsOf(migration.getQueries().join(';\n'), created), [], name);
  }
});

t.test('what would keep it', async (t) => {
  for (const script of [
    'create index i on event (id)',
    'alter table event add a int, add constraint c check (a > 0)',
    'alter table event add a int constraint c check (a > 0)',
    'alter table event add a uuid references app_user',
    'alter table event add constraint u unique (title)',
    'alter table event alter column title type varchar(9)',
    'alter table event validate constraint c',
    'alter table event alter a set not null, drop constraint c',
    'update event set title = title',
    'delete from event',
  ])
    t.equal(faultsOf(script).length, 1, script);
  for (const script of [
    'create table a (id int check (id > 0)); create index i on a (id); alter table a add unique (id); update a set id = 1',
    'alter table event add a int not null default 0, add constraint c check (a in (1, 2)) not valid',
    'alter table event add constraint u unique using index u, alter a set not null; alter table event drop constraint c',
    'create function f() returns void language sql as $$ update event set title = title; $$',
  ])
    t.strictSame(faultsOf(script), [], script);
});
