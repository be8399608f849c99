import { startEphemeralPostgres } from '@event-platform/adapters-postgres/embedded-postgres';
import pg from 'pg';
import t from 'tap';
import { openDatabase } from '../../src/database/open-database.ts';
import { newFolder } from '../support/service-process.ts';

const server = await startEphemeralPostgres();
t.teardown(() => server.stop());

const onServer = (change: (url: URL) => void): string => {
  const url = new URL(server.url);
  change(url);
  return url.href;
};

const administer = async (...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

const config = (databaseUrl: string) => ({
  databaseUrl,
  databaseDirectUrl: undefined,
  databasePooler: 'none' as const,
  databaseReplicaUrls: [],
  accelerators: [],
  dataDir: newFolder(),
});
const quiet = { mayShare: true, log: () => {}, warn: () => {} };

const toDatabase = (name: string): string =>
  onServer((url) => {
    url.pathname = `/${name}`;
  });

/** The error message of opening and migrating, or `ok`. */
const messageOf = async (databaseUrl: string): Promise<string> => {
  try {
    const database = await openDatabase(config(databaseUrl), quiet);
    await database.postgres.migrate().finally(database.close);
    return 'ok';
  } catch (error) {
    t.notMatch((error as Error).message, /secret-of-app|postgresql:/);
    return (error as Error).message;
  }
};

t.test('reports a database fault with the variable and the remedy', async (t) => {
  await administer(
    `create role app login password 'secret-of-app'`,
    'create database events',
    `create database ascii template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    `create database latin template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  );
  const asApp = (password: string, name: string) =>
    onServer((url) => {
      url.username = 'app';
      url.password = password;
      url.pathname = `/${name}`;
    });
  t.match(
    await messageOf(asApp('wrong', 'events')),
    /^DATABASE_URL: the user name or the password is wrong \(.*\); /,
  );
  t.match(
    await messageOf(asApp('', 'events')),
    /^DATABASE_URL: the server asks for a password \(.*\); put one /,
  );
  t.match(
    await messageOf(asApp('secret-of-app', 'missing')),
    /^DATABASE_URL: the database does not exist \(.*\/missing\); make it with createdb, or correct its name\.$/,
  );
  for (const [name, encoding] of [
    ['ascii', 'SQL_ASCII'],
    ['latin', 'LATIN1'],
  ] as const)
    t.match(
      await messageOf(toDatabase(name)),
      new RegExp(`^DATABASE_URL: the encoding of the database is ${encoding} and must be UTF8; make .*\\.$`),
    );
  const grants = ['GRANT CREATE ON SCHEMA public TO app;', 'GRANT CREATE ON DATABASE events TO app;'];
  t.equal(
    await messageOf(asApp('secret-of-app', 'events')),
    `DATABASE_URL: the role app may not create tables; as the owner of the database run ${grants.join(' ')}`,
  );
  const owner = new pg.Client({ connectionString: toDatabase('events') });
  await owner.connect();
  await owner.query(grants.join(''));
  await owner.end();
  t.equal(await messageOf(asApp('secret-of-app', 'events')), 'ok', 'the grants are all that was missing');
});
