import { Client } from 'pg';
import t from 'tap';
import { openTestDatabase } from '../test-support/test-database.ts';

t.test('test databases are empty and separate', async (t) => {
  const databases = await Promise.all([openTestDatabase(), openTestDatabase()]);
  t.teardown(() => Promise.all(databases.map((database) => database.close())));
  const [one, two] = databases.map(({ url }) => new Client({ connectionString: url }));
  for (const client of [one, two]) {
    await client?.connect();
    t.teardown(() => client?.end());
  }
  await one?.query('CREATE TABLE here()');
  const tables = await two?.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  t.strictSame(tables?.rows, []);
});
