import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DomainError } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import pg from 'pg';
import t, { type Test } from 'tap';
import { createBulkhead } from '../src/connection/bulkhead.ts';
import { openCircuit } from '../src/connection/circuit-breaker.ts';
import { openPostgres } from '../src/open-postgres.ts';
import { openTestPostgres } from '../test-support/open-test-postgres.ts';

t.setTimeout(120_000);

const { addEvent, addUser, now, sendInvitation } = fixtures;
const unavailable = { problem: { code: 'unavailable' } } as DomainError;
const database = await openTestPostgres();
t.teardown(database.close);
const { stores, postgres } = database;

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** A way to the test's database that can be cut off without anybody being told, as by a frozen server. */
const openFreezable = async (t: Test) => {
  const url = new URL(database.url);
  const host = decodeURIComponent(url.hostname);
  const port = Number(url.port || 5432);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  let connections = 0;
  const server = createServer((near) => {
    connections += 1;
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near]] as const) {
      one.on('data', (bytes) => {
        if (!isFrozen) other.write(bytes);
      });
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy();
    server.close();
  });
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    connections: () => connections,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
    },
  };
};

await t.test('turns are taken in order, so many in all and on one key', async (t) => {
  const bulkhead = createBulkhead({ inAll: 3, each: 2, waitMs: 60_000 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.push(resolve);
    });
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4'].map((name) => bulkhead(name.slice(0, 1), work(name)));
  await new Promise(setImmediate);
  t.strictSame(begun, ['a1', 'a2', 'b1'], 'a third on one key waits, and lets others past');
  for (const next of [['a3'], ['b2'], ['a4']]) {
    begun.length = 0;
    ends.shift()?.();
    await new Promise(setImmediate);
    t.strictSame(begun, next);
  }
  for (const end of ends) end();
  await Promise.all(all);

  const hurried = createBulkhead({ inAll: 1, each: 1, waitMs: 1 });
  let end = (): void => undefined;
  const long = hurried('a', () => new Promise<void>((resolve) => (end = resolve)));
  await t.rejects(
    hurried('b', async () => undefined),
    unavailable,
    'nobody waits for ever',
  );
  end();
  await long;
  await t.rejects(
    hurried('a', () => Promise.reject(new TypeError('a fault'))),
    { message: 'a fault' },
  );
  await hurried('a', async () => undefined);
});

await t.test(
  'a circuit opens after misses in a row, and closes by itself when a probe succeeds',
  async (t) => {
    let isThere = false;
    let probes = 0;
    const circuit = openCircuit(async () => {
      probes += 1;
      if (!isThere) throw new Error('away');
    });
    const miss = (times: number) => {
      for (let time = 0; time < times; time += 1) circuit.missed();
    };
    miss(4);
    circuit.answered();
    miss(4);
    t.notOk(circuit.isOpen, 'an answer in between counts');
    miss(1);
    t.ok(circuit.isOpen);
    circuit.answered();
    t.ok(circuit.isOpen, 'a late answer does not close it');
    await until(() => probes > 1);
    t.ok(circuit.isOpen);
    isThere = true;
    await until(() => !circuit.isOpen);
    const last = probes;
    miss(4);
    t.notOk(circuit.isOpen, 'and all is forgotten');
    circuit.stop();
    t.equal(probes, last);
  },
);

await t.test('rows that somebody holds keep up those alone who want them', async (t) => {
  postgres.useSteadyStateTimeouts();
  const [held, other] = [await addEvent(stores), await addEvent(stores)];
  const guests = await Promise.all(Array.from({ length: 20 }, () => addUser(stores)));
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from event_stats where event_id = $1 for update', [held.id]);
  const answers = guests.map(({ id }) => stores.rsvps.answer(held.id, id, 'going', now));
  const settled = Promise.allSettled(answers);
  await new Promise(setImmediate);
  const [guest] = guests;
  if (!guest) throw new Error('there are guests');
  t.match(await stores.rsvps.answer(other.id, guest.id, 'going', now), { rsvpCount: 1 });
  await stores.saved.save(held.id, guest.id, now);
  await postgres.ping();
  await holder.query('rollback');
  await holder.end();
  const told = (await settled).flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value?.rsvpCount ?? 0] : [],
  );
  t.strictSame(
    told.sort((one, two) => one - two),
    told.map((_, index) => index + 1),
    'those who had their turn were counted',
  );
});

await t.test(
  'a server that stops answering holds nobody up for long, nor the end of the service',
  async (t) => {
    const way = await openFreezable(t);
    const away = openPostgres({ url: way.url });
    const frozen = await away;
    await frozen.ping();
    way.freeze();
    const calls = Array.from({ length: 30 }, () => frozen.ping());
    await Promise.all(calls.map((call) => t.rejects(call, unavailable)));
    const before = way.connections();
    await Promise.all(Array.from({ length: 30 }, () => t.rejects(frozen.ping(), unavailable)));
    t.equal(way.connections(), before, 'nobody tries any more what is known to fail');
    await until(() => way.connections() > before);
    way.thaw();
    const answers = () =>
      frozen.ping().then(
        () => true,
        () => false,
      );
    while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 5));
    t.pass('once it answers again, so does the service');
    way.freeze();
    await frozen.close();
    t.pass('closing does not wait for it');
  },
);

await t.test('mails in hand that do not end are handed back when the service ends', async (t) => {
  const stopping = await openPostgres({ url: database.url });
  const event = await addEvent(stores);
  const invitation = await sendInvitation(stores, event, { kind: 'email', email: 'guest@example.org' });
  const inHand = new Promise<void>((resolve) => {
    const handler = () => {
      resolve();
      return new Promise<void>(() => undefined);
    };
    void stopping
      .startMailWorker(handler)
      .then(() => stores.mailOutbox.enqueue([{ id: invitation.id, sending: 1 }]));
  });
  await inHand;
  await stopping.close();
  t.strictSame(await database.query("select state from jobs.job where name = 'invitation-mail'"), [
    { state: 'retry' },
  ]);
});
