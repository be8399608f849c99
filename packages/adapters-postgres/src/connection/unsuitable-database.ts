import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { UnsuitableDatabase } from './connection-fault.ts';

/** The oldest major version of PostgreSQL that has all that the statements use. */
const oldestMajor = 15;
const perMajor = 10_000;

interface Server {
  readonly number: number;
  readonly version: string;
  readonly encoding: string;
}

/** @throws {UnsuitableDatabase} */
export const validateServer = ({ number, version, encoding }: Server): void => {
  if (number < oldestMajor * perMajor)
    throw new UnsuitableDatabase(
      `PostgreSQL ${version.split(' ')[0]} is too old; ${oldestMajor} or later is needed`,
    );
  if (encoding !== 'UTF8')
    throw new UnsuitableDatabase(
      `the encoding of the database is ${encoding} and must be UTF8; make another one with createdb --template=template0 --encoding=UTF8`,
    );
};

/**
 * Checks that the service can work with the server.
 * @throws {UnsuitableDatabase} for a version before 15 or a database that is not UTF-8
 */
export const checkServer = async (db: Database): Promise<void> => {
  const { rows } = await sql<Server>`
    select current_setting('server_version_num')::int4 as number, current_setting('server_version') as version,
      pg_encoding_to_char(encoding) as encoding
    from pg_database where datname = current_database()`.execute(db);
  if (rows[0]) validateServer(rows[0]);
};

interface Privileges {
  readonly role: string;
  readonly database: string;
  readonly schema: boolean;
  readonly whole: boolean;
}

const quote = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** The error for a role that lacks privileges to migrate, with the statements that grant them. */
export const lacksPrivileges = ({ role, database, schema, whole }: Privileges): UnsuitableDatabase => {
  const grants = [
    ...(schema ? [] : [`GRANT CREATE ON SCHEMA public TO ${quote(role)};`]),
    ...(whole ? [] : [`GRANT CREATE ON DATABASE ${quote(database)} TO ${quote(role)};`]),
  ];
  return new UnsuitableDatabase(
    grants.length > 0
      ? `the role ${role} may not create tables; as the owner of the database run ${grants.join(' ')}`
      : `the role ${role} may not change the tables; migrate as the role that owns them`,
  );
};

/** Reads the privileges of a connection's role. */
export const privilegesQuery = `select current_user as role, current_database() as database,
  has_schema_privilege('public', 'CREATE') as schema, has_database_privilege(current_database(), 'CREATE') as whole`;
