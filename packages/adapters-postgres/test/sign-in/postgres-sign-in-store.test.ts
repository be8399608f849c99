import { emptySignInRecord } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Client } from 'pg';
import t from 'tap';
import { migrations } from '../../migrations/index.ts';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres, phoneHashes } from '../../test-support/open-test-postgres.ts';
import { openTestDatabase } from '../../test-support/test-database.ts';

t.setTimeout(120_000);
const database = await openTestPostgres();
t.teardown(database.close);
const { query, stores, url } = database;
const { now } = fixtures;
const at = now.toISOString();
const phone = '+4915112345678';

/** What a replica of the version before stores. */
const former = {
  challenge: { id: 'c', createdAt: at, tries: 2, redeemedAt: null },
  smsSentAt: [at],
  guesses: [at, at],
  sources: [{ network: '203.0.113.0/24', signedInAt: at, guesses: [at] }],
};
const phones = async () =>
  (await query<{ phone: string }>('select phone from sign_in')).map((row) => row.phone);

await t.test('reads the records of the version before, which reads its own', async (t) => {
  await database.empty();
  await query('insert into sign_in (phone, version, record) values ($1, 1, $2)', [phone, former]);
  const { record, version } = await stores.signIns.find(phone);
  t.strictSame(record, {
    challenge: {
      id: 'c',
      createdAt: now,
      tries: { known: 0, unknown: 2 },
      requestedBy: ['unknown'],
      sms: [],
      redeemedAt: null,
    },
    sms: { known: [], unknown: [now] },
    guesses: { known: [now], unknown: [now, now] },
    networks: [{ network: '203.0.113.0/24', signedInAt: now }],
  });
  t.equal(await stores.signIns.replace(phone, version, record), true);
  const [stored] = await query<{ record: typeof former }>('select record from sign_in');
  t.hasStrict(stored?.record, { ...former, sources: [{ ...former.sources[0], guesses: [] }] });
});

await t.test('a forgotten phone leaves the table, and its record moves to the current key', async (t) => {
  await database.empty();
  await stores.signIns.replace(phone, 0, emptySignInRecord);
  await stores.signIns.forgetPhone(phone);
  const [current = '', earlier = ''] = phoneHashes.of(phone);
  t.strictSame(await phones(), [current]);
  await query('update sign_in set phone = $1', [earlier]);
  t.equal((await stores.signIns.find(phone)).version, 1);
  t.equal(await stores.signIns.replace(phone, 1, emptySignInRecord), true);
  t.strictSame(await phones(), [current], 'not under the phone, also when it is used again');
  await query('insert into sign_in (phone, version, record) values ($1, 9, $2)', [phone, former]);
  t.equal((await stores.signIns.find(phone)).version, 9, 'what the version before made beside it counts');
  await stores.signIns.forgetPhone(phone);
  t.strictSame(await phones(), [current]);
  t.equal((await stores.signIns.find(phone)).version, 9);
});

await t.test('a program without hashes forgets the record with the phone', async (t) => {
  await database.empty();
  const postgres = await openPostgres({ url });
  t.teardown(postgres.close);
  await postgres.stores.signIns.replace(phone, 0, emptySignInRecord);
  await postgres.stores.signIns.forgetPhone(phone);
  t.strictSame(await phones(), []);
});

await t.test('the migration makes the networks of earlier sign-ins known', async (t) => {
  const empty = await openTestDatabase();
  const client = new Client({ connectionString: empty.url });
  await client.connect();
  t.teardown(async () => {
    await client.end();
    await empty.close();
  });
  const postgres = await openPostgres({ url: empty.url });
  await postgres.migrate();
  const { name } = migrations.find((one) => one.name.endsWith('sign-in-networks')) ?? { name: '' };
  await client.query('delete from migration where name = $1', [name]);
  await client.query('drop table sign_in_network');
  const earlier = { ...former, sources: [{ ...former.sources[0], signedInAt: '2026-05-01T00:00:00.000Z' }] };
  await client.query(
    'insert into sign_in (phone, version, record) values ($1, 1, $2), ($3, 1, $4), ($5, 1, $6)',
    [phone, former, '+4915112345679', earlier, '+4915112345670', { ...former, sources: [] }],
  );
  await postgres.migrate();
  const { rows } = await client.query('select * from sign_in_network');
  t.strictSame(rows, [{ network: '203.0.113.0/24', signed_in_at: now }]);
  await postgres.close();
});
