import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEphemeralPostgres } from '../src/embedded-postgres/embedded-postgres.ts';

/** An empty database of a test's own. */
export interface TestDatabase {
  /** Its connection string. */
  readonly url: string;
  /** Drops it and ends its open connections. */
  close(): Promise<void>;
}

let embedded: Promise<EmbeddedPostgres> | undefined;
let open = 0;

/**
 * Makes an empty database: on the server that `TEST_DATABASE_URL` names, else on an embedded server that
 * all tests of this process share and that ends when the last database is closed.
 */
export const openTestDatabase = async (): Promise<TestDatabase> => {
  open += 1;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const server = process.env.TEST_DATABASE_URL ?? (await shared()).url;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    open -= 1;
    if (open === 0) await endShared();
  };
  return {
    url: url.href,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
};

const shared = (): Promise<EmbeddedPostgres> => {
  embedded ??= startEphemeralPostgres();
  return embedded;
};

const endShared = async (): Promise<void> => {
  const ending = embedded;
  embedded = undefined;
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
