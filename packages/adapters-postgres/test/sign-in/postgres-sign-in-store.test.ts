import { emptySignInRecord } from '@event-platform/domain';
import t from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres, phoneHashes } from '../../test-support/open-test-postgres.ts';

const database = await openTestPostgres(t);
const { query, stores, url } = database;
const phone = '+4915112345678';

const phones = async () =>
  (await query<{ phone: string }>('select phone from sign_in')).map((row) => row.phone);

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
  await query('insert into sign_in (phone, version, record) values ($1, 9, $2)', [phone, emptySignInRecord]);
  t.equal((await stores.signIns.find(phone)).version, 9, 'one that was added meanwhile counts');
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
