import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainError, EventFilter, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { Client } from 'pg';
import t from 'tap';
import type { EmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres.ts';
import { openPostgres, type Postgres } from '../../../src/open-postgres.ts';
import { startReplicatedPostgres } from '../../../test-support/standby.ts';

const { addEvent, addSession, addUser, newId, now } = fixtures;
const clock = { now: () => now };
const everything: EventFilter = {
  area: null,
  categories: null,
  endsAfter: now,
  startsBefore: null,
  recentSince: new Date(0),
  isDated: false,
  text: null,
};
const isListed = async (
  { stores }: Postgres,
  caller: UserId | null,
  category: string | null = null,
): Promise<readonly string[]> => {
  const filter = { ...everything, categories: category === null ? null : [category] };
  const { items, total } = await stores.eventCatalog.list(filter, 'time', caller, { page: 1, limit: 50 });
  t.equal(items.length, total, 'a page and its total are of one instant');
  return items.map(({ event }) => event.id).sort();
};

/** Asks again until it is so. */
const becomes = async (ask: () => Promise<boolean>): Promise<void> => {
  while (!(await ask().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 10));
};

const responds = ({ ping }: Postgres): Promise<boolean> => ping().then(() => true);

const query = async ({ url }: EmbeddedPostgres, text: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
};

const folder = mkdtempSync(join(tmpdir(), 'event-platform-promotion-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));
/** What a name in DNS is: leads to whatever is the writer. */
const link = join(folder, 'writer');
const hostOf = ({ url }: EmbeddedPostgres) => decodeURIComponent(/@([^:/]+)/.exec(url)?.[1] ?? '');
const lead = (to: EmbeddedPostgres) => {
  symlinkSync(hostOf(to), `${link}.new`);
  renameSync(`${link}.new`, link);
};

await t.test('a server that takes no writes is out of reach until it is promoted', async (t) => {
  const servers = await startReplicatedPostgres();
  t.teardown(servers.stop);
  const primary = await openPostgres({ url: servers.primary.url });
  await primary.migrate();
  await primary.close();
  const { stores, ping, close } = await openPostgres({ url: servers.standby.url });
  t.teardown(close);
  const unavailable = { problem: { code: 'unavailable', retryAfterSeconds: 5 } } as DomainError;
  const save = () => stores.rsvps.set(newId<'event'>(), newId<'user'>(), 'going', now);
  await becomes(async () => (await stores.categories.list()).length > 0);
  for (let turn = 0; turn < 5; turn += 1) await t.rejects(save(), unavailable);
  await t.rejects(ping(), unavailable, 'as every call now');
  await query(servers.standby, 'select pg_promote()');
  await becomes(() => ping().then(() => true));
  await addUser(stores);
});

await t.test('a standby without the last writes is promoted, while another one has them', async (t) => {
  const servers = await startReplicatedPostgres({ standbys: 2 });
  t.teardown(servers.stop);
  const { primary, other } = servers;
  if (!other) throw new Error('There is no other standby');
  lead(primary);
  const url = primary.url.replace(encodeURIComponent(hostOf(primary)), encodeURIComponent(link));
  const lines: string[] = [];
  const reading = await openPostgres({
    url,
    replicaUrls: [other.url],
    maxReplicaLagMs: 3_600_000,
    clock,
    log: (line) => void lines.push(line),
  });
  const alone = await openPostgres({ url, clock });
  for (const { close } of [reading, alone]) t.teardown(close);
  await reading.migrate();
  await Promise.all([reading.loadListings(), alone.loadListings()]);
  const { id: olga } = await addUser(alone.stores);
  const session = await addSession(alone.stores, olga);
  const oldEvent = await addEvent(alone.stores, { organizerId: olga });
  reading.readFromReplicas();
  await becomes(async () => lines.includes('replica 1 is read from'));
  const standby = await openPostgres({ url: servers.standby.url });
  await becomes(async () => (await isListed(standby, null)).includes(oldEvent.id));
  await standby.close();

  await servers.standby.stop();
  const lostEvent = await addEvent(alone.stores, { organizerId: olga, category: 'tech' });
  for (let turn = 0; turn < 30; turn += 1) await query(primary, 'select pg_current_xact_id()');
  await query(primary, "select pg_logical_emit_message(false, 'test', repeat('x', 4000000))");
  reading.readYourWrites?.begin(olga);
  await reading.readYourWrites?.end(olga);
  await becomes(async () => (await isListed(reading, null)).includes(lostEvent.id));
  // The second time its page is in memory.
  for (let turn = 0; turn < 2; turn += 1) {
    t.strictSame(await isListed(alone, null), [oldEvent.id, lostEvent.id].sort());
    t.strictSame(await isListed(alone, null, oldEvent.category), [oldEvent.id]);
  }

  await primary.stop();
  const promoted = await servers.startStandby();
  await query(promoted, 'select pg_promote()');
  lead(promoted);
  await becomes(() => responds(alone));
  const newEvent = await addEvent(alone.stores, { organizerId: olga });
  t.strictSame(
    await isListed(alone, null),
    [oldEvent.id, newEvent.id].sort(),
    'pages of the former writer are gone',
  );
  t.strictSame(
    await isListed(alone, null, oldEvent.category),
    [oldEvent.id, newEvent.id].sort(),
    'also those without losses',
  );
  t.strictSame(await isListed(alone, olga), [oldEvent.id, newEvent.id].sort());

  await becomes(() => responds(reading));
  reading.readYourWrites?.begin(olga);
  const ownEvent = await addEvent(reading.stores, { organizerId: olga });
  await reading.readYourWrites?.end(olga);
  t.ok(
    (await isListed(reading, olga)).includes(ownEvent.id),
    'own writes are read, not from what follows the former writer',
  );
  await reading.stores.sessions.find(session.id);
  t.ok((await isListed(reading, olga)).includes(ownEvent.id));
  await becomes(async () => lines.includes('replica 1 follows a former writer and is not read from'));
  t.strictSame(await isListed(reading, null), [oldEvent.id, newEvent.id, ownEvent.id].sort());
});
