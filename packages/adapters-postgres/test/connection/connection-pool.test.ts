import t from 'tap';
import { openPool } from '../../src/connection/connection-pool.ts';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const database = await openTestPostgres(t);

await t.test('the state of a pool counts its connections and the calls that wait for one', async (t) => {
  const pool = openPool({ url: database.url, size: 1 });
  const none = { name: 'writer', size: 1, total: 0, idle: 0, waiting: 0 };
  t.strictSame(pool.state(), none);
  const connection = await pool.connect();
  const waiting = pool.connect();
  t.strictSame(pool.state(), { ...none, total: 1, waiting: 1 });
  connection.release();
  (await waiting).release();
  t.strictSame(pool.state(), { ...none, total: 1, idle: 1 });
  await pool.end();

  const both = await openPostgres({ url: database.url, replicaUrls: [database.url], poolSize: 1 });
  t.strictSame(both.poolStates(), [none, { ...none, name: 'replica-1' }, { ...none, name: 'bulk', size: 2 }]);
  await both.close();
});
