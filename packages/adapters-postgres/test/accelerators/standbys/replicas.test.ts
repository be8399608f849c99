import type { EventFilter, EventRecord, SessionId, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Client } from 'pg';
import t, { type Test } from 'tap';
import { openPool, type Pooler } from '../../../src/connection/connection-pool.ts';
import { openPostgres, type Postgres } from '../../../src/open-postgres.ts';
import { startReplicatedPostgres } from '../../../test-support/standby.ts';
import { openTestDatabase } from '../../../test-support/test-database.ts';

const { addEvent, addSession, addUser, now, sendInvitation } = fixtures;
const everything: EventFilter = {
  area: null,
  categories: null,
  endsAfter: now,
  startsBefore: null,
  recentSince: new Date(0),
  isDated: false,
  text: null,
};
/** No replica of these tests ever lags this much. */
const anHour = 3_600_000;

const servers = await startReplicatedPostgres();
t.teardown(servers.stop);

/** Adapters over the given replicas, once the log has told what has become of the first of these. */
const openReading = async (
  t: Test,
  replicaUrls: readonly string[],
  { maxReplicaLagMs = anHour, until = /^replica 1 is read from$/ } = {},
): Promise<Postgres & { logged(pattern: RegExp): Promise<void> }> => {
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  const log = (line: string) => {
    lines.push(line);
    for (const listener of listeners) listener();
  };
  const logged = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (lines.some((line) => pattern.test(line))) resolve();
      };
      listeners.add(look);
      look();
    });
  const postgres = await openPostgres({ url: servers.primary.url, replicaUrls, maxReplicaLagMs, log });
  t.teardown(postgres.close);
  postgres.readFromReplicas();
  await logged(until);
  return { ...postgres, logged };
};

const writer = await openPostgres({ url: servers.primary.url });
t.teardown(writer.close);
await writer.migrate();

const isListed = async (
  { stores }: Postgres,
  caller: UserId | null,
  { id }: EventRecord,
): Promise<boolean> => {
  const { items } = await stores.eventCatalog.list(everything, 'time', caller, { page: 1, limit: 50 });
  return items.some((item) => item.event.id === id);
};

/** Asks again until it is so. */
const becomes = async (ask: () => Promise<boolean>): Promise<void> => {
  while (!(await ask())) await new Promise(setImmediate);
};

/** A user with a session that the standby has replayed. */
const person = async (): Promise<{ id: UserId; session: SessionId }> => {
  const { id } = await addUser(writer.stores);
  return { id, session: (await addSession(writer.stores, id)).id };
};

await t.test('without replicas nothing is remembered', async (t) => {
  t.equal(writer.readYourWrites, undefined);
});

await t.test(
  'people read their own writes in every process, while a replica shows none of them',
  async (t) => {
    const [olga, gus] = [await person(), await person()];
    const before = await addEvent(writer.stores);
    const [one, two] = [
      await openReading(t, [servers.standby.url]),
      await openReading(t, [servers.standby.url]),
    ];
    await becomes(() => isListed(one, null, before));
    await servers.pause();
    t.teardown(servers.resume);

    const write = async (user: UserId, work: () => Promise<unknown>) => {
      one.readYourWrites?.begin(user);
      await work();
      await one.readYourWrites?.end(user);
    };
    let newEvent = before;
    await write(olga.id, async () => {
      newEvent = await addEvent(one.stores, { organizerId: olga.id });
      t.equal(await isListed(one, olga.id, newEvent), true, 'even before the write is over');
    });
    t.equal(await isListed(one, null, newEvent), false, 'unknown callers read from the replica');
    t.equal(await isListed(one, gus.id, newEvent), false);
    t.equal(await isListed(one, olga.id, newEvent), true, 'in the process that wrote');
    t.equal(await isListed(two, olga.id, newEvent), false, 'another process knows nothing yet');
    await two.stores.sessions.find(olga.session);
    t.equal(await isListed(two, olga.id, newEvent), true, 'until it has looked the session up');
    const organizedPage = await two.stores.eventCatalog.mine(
      olga.id,
      ['organizing'],
      { page: 1, limit: 5 },
      now,
    );
    t.equal(organizedPage.total, 1);
    t.equal(
      (await two.stores.eventCatalog.detail(newEvent.id, gus.id, now))?.id,
      newEvent.id,
      'a link works at once',
    );

    await write(gus.id, () => one.stores.rsvps.set(before.id, gus.id, 'going', now));
    await two.stores.sessions.find(gus.session);
    t.match(await two.stores.eventCatalog.detail(before.id, gus.id, now), { myRsvp: 'going', rsvpCount: 1 });
    t.match(await two.stores.eventCatalog.detail(before.id, null, now), { rsvpCount: 0 });

    const { readYourWrites } = one;
    readYourWrites?.begin(gus.id);
    readYourWrites?.begin(gus.id);
    await readYourWrites?.end(gus.id);
    await writer.stores.rsvps.set(before.id, gus.id, null, now);
    t.match(
      await one.stores.eventCatalog.detail(before.id, gus.id, now),
      { rsvpCount: 0 },
      'the other of two parallel writes is still in flight',
    );
    await readYourWrites?.end(gus.id);

    await servers.resume();
    await becomes(() => isListed(one, null, newEvent));
    await servers.pause();
    const later = await addEvent(writer.stores);
    await becomes(async () => !(await isListed(one, olga.id, later)));
    t.pass('a replica that has come as far as the write serves its author again');
  },
);

await t.test('a removed user sees nothing that is not public, while a replica still has it', async (t) => {
  const [olga, gus] = [await person(), await person()];
  const page = { page: 1, limit: 5 };
  const [party, privateEvent] = [
    await addEvent(writer.stores, { organizerId: olga.id, visibility: 'private' }),
    await addEvent(writer.stores, { organizerId: olga.id, visibility: 'private' }),
  ];
  const open = await addEvent(writer.stores, { organizerId: olga.id });
  const { id } = await sendInvitation(writer.stores, privateEvent, { kind: 'user', userId: gus.id });
  for (const event of [party, open]) await writer.stores.rsvps.set(event.id, gus.id, 'going', now);
  const { stores } = await openReading(t, [servers.standby.url]);
  await becomes(async () => {
    const publicDetail = await stores.eventCatalog.detail(open.id, null, now);
    return publicDetail?.rsvpCount === 1;
  });
  await servers.pause();
  t.teardown(servers.resume);

  await writer.stores.attendees.remove(party.id, gus.id, now);
  await writer.stores.invitations.revoke(id, now);
  await writer.stores.rsvps.set(open.id, olga.id, 'going', now);
  t.match(
    await stores.eventCatalog.detail(open.id, gus.id, now),
    { rsvpCount: 1 },
    'a replica serves public events',
  );
  for (const event of [party, privateEvent])
    t.equal(await stores.eventCatalog.detail(event.id, gus.id, now), null);
  t.strictSame(await stores.invitationCatalog.openOf(gus.id, page, now), []);
  const going = await stores.eventCatalog.mine(gus.id, ['going'], page, now);
  t.strictSame(
    going.items.map(({ event }) => event.id),
    [open.id],
  );
  t.equal((await stores.attendees.list(party.id, {}, page, now)).total, 0);
  t.equal((await stores.eventCatalog.detail(party.id, olga.id, now))?.rsvpCount, 0);
});

await t.test(
  'what operators hide is hidden at once in every process, while a replica still has it',
  async (t) => {
    const [olga, gus] = [await person(), await person()];
    const visibleEvent = await addEvent(writer.stores, { organizerId: olga.id });
    const others = await addEvent(writer.stores, { organizerId: gus.id });
    const [one, two] = [
      await openReading(t, [servers.standby.url]),
      await openReading(t, [servers.standby.url]),
    ];
    const isHidden = async ({ id }: EventRecord) => {
      for (const postgres of [one, two]) {
        if (await isListed(postgres, null, { id } as EventRecord)) return false;
        if (await postgres.stores.eventCatalog.detail(id, null, now)) return false;
      }
      return true;
    };
    for (const postgres of [one, two]) await becomes(() => isListed(postgres, null, others));
    await servers.pause();
    t.teardown(servers.resume);

    await one.stores.moderation.takeDown(visibleEvent.id, { reason: 'Fraud.', at: now });
    t.ok(await isHidden(visibleEvent), 'an event');
    await servers.resume();
    const later = await addEvent(writer.stores);
    for (const postgres of [one, two]) await becomes(() => isListed(postgres, null, later));
    await servers.pause();
    await two.unitOfWork.run(({ moderation }) => moderation.suspend(gus.id, { reason: 'Fraud.', at: now }));
    t.ok(await isHidden(others), 'what a suspended account organizes');
    await servers.resume();
    await writer.stores.moderation.restore(visibleEvent.id);
    for (const postgres of [one, two]) await becomes(() => isListed(postgres, null, visibleEvent));
  },
);

await t.test('a replica that lags too much is left alone, and taken up again', async (t) => {
  await servers.pause();
  t.teardown(servers.resume);
  const newEvent = await addEvent(writer.stores);
  const patient = await openReading(t, [servers.standby.url], { until: /lags too far/ });
  t.equal(
    await isListed(patient, null, newEvent),
    true,
    'what was written before the first look must be there',
  );
  const strict = await openReading(t, [servers.standby.url], { maxReplicaLagMs: 0, until: /lags too far/ });
  t.equal(await isListed(strict, null, newEvent), true);
  await servers.resume();
  await strict.logged(/^replica 1 is read from$/);
});

await t.test('units of work have all stores', async (t) => {
  const postgres = await openReading(t, [servers.standby.url]);
  const { id } = await person();
  t.equal(await postgres.unitOfWork.run(async ({ users }) => (await users.find(id))?.id), id);
});

await t.test('a server that is no standby is never read from', async (t) => {
  const other = await openTestDatabase(t);
  const frozenPostgres = await openPostgres({ url: other.url });
  await frozenPostgres.migrate();
  await frozenPostgres.close();
  const newEvent = await addEvent(writer.stores);
  const postgres = await openReading(t, [other.url], { until: /is no standby/ });
  t.equal(await isListed(postgres, null, newEvent), true);
});

await t.test('a session look-up at a server that is the writer no more is unavailable', async (t) => {
  const { session } = await person();
  const url = servers.standby.url;
  const former = await openPostgres({ url, replicaUrls: [url], maxReplicaLagMs: anHour, log: () => {} });
  t.teardown(former.close);
  await t.rejects(former.stores.sessions.find(session), { message: 'unavailable' });
});

await t.test('a database that was restored from another server is read from standbys', async (t) => {
  const client = new Client({ connectionString: servers.primary.url });
  await client.connect();
  t.teardown(() => client.end());
  const { id, session } = await person();
  await client.query('insert into timeline (number, at) values (7, now())');
  await client.query('insert into own_write (user_id, position, timeline, at) values ($1, 9, 7, now())', [
    id,
  ]);
  const postgres = await openReading(t, [servers.standby.url]);
  await postgres.stores.sessions.find(session);
  const { rows } = await client.query('select number::int from timeline order by id desc limit 2');
  t.strictSame(rows, [{ number: 1 }, { number: 7 }]);
  await servers.pause();
  t.teardown(servers.resume);
  const newEvent = await addEvent(writer.stores);
  t.equal(await isListed(postgres, id, newEvent), false, 'from the standby');
});

await t.test(
  'after a crash of the writer nothing from before it is read from a replica that lacks it',
  async (t) => {
    const olga = await person();
    const postgres = await openReading(t, [servers.standby.url]);
    const other = await openReading(t, [servers.standby.url]);
    await servers.pause();
    t.teardown(servers.resume);
    postgres.readYourWrites?.begin(olga.id);
    const newEvent = await addEvent(postgres.stores, { organizerId: olga.id });
    await postgres.readYourWrites?.end(olga.id);
    t.equal(await isListed(other, olga.id, newEvent), false, 'who has not looked the session up');
    const client = new Client({ connectionString: servers.primary.url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    // PostgreSQL ends all connections then, replays its log, and empties what is unlogged.
    process.kill(rows[0].pid, 'SIGKILL');
    await other.logged(/^replica 1 lags too far behind/);
    await other.stores.sessions.find(olga.session);
    t.equal(await isListed(other, olga.id, newEvent), true);
  },
);

await t.test('a replica that goes away, or never was there, takes nothing with it', async (t) => {
  const absentUrl = new URL(servers.standby.url);
  absentUrl.port = '9';
  const postgres = await openReading(t, [servers.standby.url, absentUrl.href]);
  await postgres.logged(/^replica 2 does not respond/);
  const newEvent = await addEvent(writer.stores);
  await servers.standby.stop();
  t.equal(await isListed(postgres, null, newEvent), true, 'the first read that fails is asked of the writer');
  await postgres.logged(/^replica 1 does not respond/);
  t.equal(await isListed(postgres, null, newEvent), true);
});

await t.test('what was written long ago is forgotten', async (t) => {
  const client = new Client({ connectionString: servers.primary.url });
  await client.connect();
  t.teardown(() => client.end());
  await client.query('insert into own_write (user_id, position, at) values (gen_random_uuid(), 9, now())');
  const remembered = async () => (await client.query('select from own_write')).rowCount ?? 0;
  t.ok((await remembered()) > 0);
  await writer.sweep(new Date());
  t.ok((await remembered()) > 0, 'a moment ago is not long ago');
  await writer.sweep(new Date(Date.now() + 2 * anHour));
  t.equal(await remembered(), 0);
});

await t.test(
  'through a pooler no setting is sent, and statements are prepared only when it tracks them',
  async (t) => {
    const settingsOf = async (pooler: Pooler) => {
      const pool = openPool({ url: servers.primary.url, size: 1, pooler });
      const client = await pool.connect();
      const one = async (text: string) => (await client.query<{ value: unknown }>(text, [])).rows[0]?.value;
      await one('/* anything */ select 1 as value');
      const prepared = await one('select count(*) as value from pg_prepared_statements');
      const limit = await one("select current_setting('statement_timeout') as value");
      client.release();
      await pool.end();
      return { prepared, limit };
    };
    t.strictSame(await settingsOf('none'), { prepared: 1, limit: '3s' });
    t.strictSame(await settingsOf('transaction'), { prepared: 0, limit: '0' });
    t.strictSame(await settingsOf('transaction-prepared'), { prepared: 1, limit: '0' });
  },
);
