import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { EmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { openPostgres } from '../src/open-postgres.ts';
import { migratedTemplate, startMigratedServer, withDatabase } from './migrated-server.ts';

/** An empty database of a test's own. */
export interface TestDatabase {
  /** Its connection string. */
  readonly url: string;
  /** Drops it and ends its open connections. */
  close(): Promise<void>;
}

/** A test, or another scope with a teardown. */
export interface Owner {
  teardown(undo: () => unknown): unknown;
}

let embedded: Promise<EmbeddedPostgres> | undefined;
let migrated: Promise<string> | undefined;
let open = 0;

/** A name that no other process gives a database. */
const newName = () => `test_${randomBytes(8).toString('hex')}`;

/**
 * Makes an empty database: on the server that `TEST_DATABASE_URL` names, else on an embedded server that
 * all tests of this process share and that ends when the last database is closed. It is closed with its owner.
 */
export const openTestDatabase = (owner?: Owner): Promise<TestDatabase> =>
  openCopy(async () => 'template0', owner);

/** Makes a database with the schema, copied from one that is migrated once. */
export const openMigratedDatabase = (owner?: Owner): Promise<TestDatabase> =>
  openCopy(async (server) => {
    if (!process.env.TEST_DATABASE_URL) return migratedTemplate;
    migrated ??= migrateTemplate(server);
    return migrated;
  }, owner);

/** A connection of its own, closed with its owner. */
export const openTestClient = async (owner: Owner, url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  owner.teardown(() => client.end());
  return client;
};

const openCopy = async (
  templateOn: (server: string) => Promise<string>,
  owner?: Owner,
): Promise<TestDatabase> => {
  open += 1;
  const name = newName();
  const server = process.env.TEST_DATABASE_URL ?? (await shared()).url;
  // Without a crash to survive, copying files is cheaper than logging their pages; so is dropping them afterwards.
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${await templateOn(server)} STRATEGY FILE_COPY`);
  let closing: Promise<void> | undefined;
  const drop = async (): Promise<void> => {
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    open -= 1;
    if (open === 0) await endShared(server);
  };
  const close = () => {
    closing ??= drop();
    return closing;
  };
  owner?.teardown(close);
  return { url: withDatabase(server, name), close };
};

const shared = (): Promise<EmbeddedPostgres> => {
  embedded ??= startMigratedServer();
  return embedded;
};

const migrateTemplate = async (server: string): Promise<string> => {
  const name = newName();
  await administer(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const postgres = await openPostgres({ url: withDatabase(server, name) });
  await postgres.migrate();
  await postgres.close();
  return name;
};

const endShared = async (server: string): Promise<void> => {
  const ending = embedded;
  const template = migrated;
  embedded = undefined;
  migrated = undefined;
  if (template) await administer(server, `DROP DATABASE ${await template} WITH (FORCE)`);
  await (await ending)?.stop();
};

const administer = async (server: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
