import { type createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import t from 'tap';
import {
  openMigratedDatabase,
  openTestClient,
} from '../../../adapters-postgres/test-support/test-database.ts';
import { smsCatcher } from '../support/catchers.ts';
import { newAddress, openReplica, replicaVariables } from '../support/replica.ts';
import { cleanUp } from '../support/service-process.ts';

t.teardown(cleanUp);

const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

/** The proof of a client that solves with the protocol's library. */
const solve = async (challenge: Awaited<ReturnType<typeof createChallenge>>): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};

t.test('sign-in under attack, over two replicas', async (t) => {
  const database = await openMigratedDatabase(t);
  const client = await openTestClient(t, database.url);
  const sms = await smsCatcher(t);
  const variables = {
    ...replicaVariables(),
    DATABASE_URL: database.url,
    ...sms.variables,
    SMS_DAILY_BUDGET: '16',
  };
  const [one, two] = await Promise.all([openReplica(t, variables), openReplica(t, variables)]);
  const start = (phone: string, from: string, more: object = {}, replica = one) =>
    replica.call('POST /v1/auth/otp/start', { body: { phone, ...more }, from });
  const check = (phone: string, from: string, more: object = {}, replica = two) =>
    replica.call('POST /v1/auth/otp/check', { body: { phone, code: sms.codeOf(phone), ...more }, from });
  const owner = '+4915123450000';
  const home = '203.0.113.1';

  await start(owner, home);
  const { body: session } = await check(owner, home);
  t.ok(session.accessToken);
  // Restarts the pause between two SMS, which this test is not about.
  const forgetSms = () =>
    client.query(`update sign_in set record = record || '{"sms": {"known": [], "unknown": []}}'`);

  await t.test('the owner gets in while unknown callers guess', async (t) => {
    await forgetSms();
    const stranger = '192.0.2.1';
    t.equal((await start(owner, stranger)).status, 200);
    for (let guess = 0; guess < 4; guess += 1)
      t.equal((await check(owner, stranger, { code: wrong(sms.codeOf(owner)) })).status, 401);
    t.equal((await check(owner, stranger)).status, 401, 'the tries of unknownCallers are used up');
    t.equal((await check(owner, home)).status, 200, 'from a known network');
    await forgetSms();
    await start(owner, '192.0.2.2');
    for (let guess = 0; guess < 3; guess += 1)
      await check(owner, '192.0.2.2', { code: wrong(sms.codeOf(owner)) });
    const device = session.refreshToken;
    t.equal((await check(owner, '192.0.2.3', { device })).status, 200, 'with a known device');
  });

  await t.test('unknown callers bring a proof of work, good once for all replicas', async (t) => {
    for (const phone of ['+4915123450001', '+4915123450002'])
      t.equal((await start(phone, newAddress())).status, 200);
    const phone = '+4915123450003';
    const startResponse = await start(phone, newAddress());
    t.match(startResponse, { status: 403, body: { code: 'proof_required' } });
    const proof = await solve(startResponse.body.challenge);
    t.equal((await start('+4915123450004', newAddress(), { proof })).status, 403, 'of another phone');
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) => start(phone, newAddress(), { proof }, n % 2 ? one : two)),
    );
    t.ok(all.some(({ status }) => status === 200));
    t.equal(sms.count(), 6, 'one SMS more');
    t.equal((await check(phone, newAddress())).status, 200);
    t.equal((await start('+4915123450005', home)).status, 200, 'a returning network needs none');
  });

  await t.test('the phone of an erased account leaves the sign-in records', async (t) => {
    const phones = async () => (await client.query('select phone from sign_in')).rows.map((row) => row.phone);
    t.ok((await phones()).includes(owner));
    const before = (await phones()).length;
    const { body } = await (async () => {
      await forgetSms();
      await start(owner, home);
      return check(owner, home);
    })();
    t.equal((await one.call('DELETE /v1/auth/me', { token: body.accessToken })).status, 204);
    const after = await phones();
    t.equal(after.length, before, 'its budgets stay');
    t.notOk(after.includes(owner));
    t.notMatch(JSON.stringify(after), owner.slice(1));
    const { rows } = await client.query("select record from sign_in where phone not like '+%'");
    t.match(
      rows,
      [{ record: { networks: [], guesses: { unknown: { length: 6 } } } }],
      'the wrong guesses of unknownCallers still count',
    );
    await forgetSms();
    await start(owner, newAddress());
    t.equal((await check(owner, newAddress())).status, 401, 'also for the next owner of the phone');
    t.notOk((await phones()).includes(owner), 'it does not come back');
  });

  await t.test('counts starts at every width over both replicas', async (t) => {
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        start('no phone', `2001:db8:77:${(n * 256).toString(16)}::1`, {}, n % 2 ? one : two),
      ),
    );
    t.equal(statuses.filter(({ status }) => status === 400).length, 20, 'a /48 has twenty');
    t.equal(statuses.filter(({ status }) => status === 429).length, 10);
  });
});
