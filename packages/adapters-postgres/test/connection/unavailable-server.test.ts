import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DomainError } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import t, { type Test } from 'tap';
import { openPostgres } from '../../src/open-postgres.ts';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { documentOf, newId, someEvent, someUser } = fixtures;
const database = await openTestPostgres(t);
const { postgres, query, stores } = database;
const unavailable = { problem: { code: 'unavailable', retryAfterSeconds: 5 } } as DomainError;

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** A proxy to the test's database that can stop forwarding without closing connections, like a frozen server. */
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

await t.test('an unreachable server and a lost connection are the problem `unavailable`', async (t) => {
  const unused = new URL(database.url);
  unused.pathname = '/no_such_server';
  unused.hostname = '127.0.0.1';
  unused.port = '9';
  const unreachable = await openPostgres({ url: unused.href });
  await t.rejects(unreachable.ping(), unavailable);
  await t.rejects(unreachable.stores.categories.list(), unavailable);
  await t.rejects(unreachable.stores.users.update(newId<'user'>(), { username: 'away' }), unavailable);
  await t.rejects(
    unreachable.unitOfWork.run((inside) => inside.categories.list()),
    unavailable,
  );
  await t.rejects(unreachable.migrate(), unavailable);
  await t.rejects(
    unreachable.stores.mailOutbox.enqueue([{ id: newId<'invitation'>(), sending: 1 }], new Date()),
    unavailable,
  );
  await unreachable.close();

  // More losses than connections, so that a broken connection which stayed in the pool would be noticed.
  for (let loss = 0; loss < 10; loss += 1)
    await t.rejects(
      postgres.unitOfWork.run(async (inside) => {
        await inside.users.signUp(someUser());
        await query(
          // This database alone: other test files may use the same server.
          `select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'event-platform' and datname = current_database()`,
        );
        await inside.categories.list();
      }),
      unavailable,
    );
  const responds = () =>
    postgres.ping().then(
      () => true,
      () => false,
    );
  while (!(await responds())) await new Promise(setImmediate);
  t.pass('later calls use new connections');

  const rejectPromise = postgres.unitOfWork.run(() => Promise.reject(new TypeError('a fault')));
  await t.rejects(rejectPromise, { name: 'TypeError', message: 'a fault' });
  const event = someEvent(newId<'user'>());
  const fault = await stores.events.add({ event, document: documentOf(event) }).catch((error) => error);
  t.match(fault, { constraint: 'event_organizer_id_foreign' });
});

await t.test('a server that stops answering delays neither calls nor closing for long', async (t) => {
  const proxy = await openFreezable(t);
  const frozenPostgres = await openPostgres({ url: proxy.url });
  await frozenPostgres.ping();
  frozenPostgres.useSteadyStateTimeouts();
  proxy.freeze();
  const calls = Array.from({ length: 30 }, () => frozenPostgres.ping());
  await Promise.all(calls.map((call) => t.rejects(call, unavailable)));
  const before = proxy.connections();
  await Promise.all(Array.from({ length: 30 }, () => t.rejects(frozenPostgres.ping(), unavailable)));
  t.equal(proxy.connections(), before, 'while the circuit is open no call connects');
  await until(() => proxy.connections() > before);
  proxy.thaw();
  const responds = () =>
    frozenPostgres.ping().then(
      () => true,
      () => false,
    );
  while (!(await responds())) await new Promise((resolve) => setTimeout(resolve, 5));
  t.pass('calls succeed once the server responds again');
  proxy.freeze();
  await frozenPostgres.close();
  t.pass('closing does not wait for it');
});
