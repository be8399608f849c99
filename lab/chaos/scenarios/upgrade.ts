import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@event-platform/adapters-postgres/embedded-postgres';
import { newConcert, startReplica } from '../../../packages/service/test/support/replica.ts';
import { newFolder, startMain } from '../../../packages/service/test/support/service-process.ts';
import { startLoad } from '../load.ts';
import type { Person } from '../requests.ts';
import { checklist, conclude, inTurn, type Scenario, stopWell } from '../scenario.ts';
import { compareVersions } from '../upgrade/cross-version.ts';
import { watchLocks } from '../upgrade/lock-watch.ts';
import { datasetSize, lastRelease } from '../upgrade/released-version.ts';
import { connectTo, signIn, silentVariables } from '../world.ts';

const phones = Array.from({ length: 40 }, (_, index) => `+1555${3_000_000 + index}`);
/** A short run asks what is right, not how fast a busy machine is. */
const tablesWithinMs = (isShort: boolean) => (isShort ? 1_000 : 200);
const reads = [
  '/v1/events?limit=10',
  '/v1/auth/me',
  '/v1/events/search?q=live&limit=5',
  '/v1/events?category=music',
];
/** The machine that also runs the load answers the first searches of a million events slowly. */
const settings = {
  shared_buffers: '1GB',
  work_mem: '16MB',
  max_wal_size: '4GB',
  maintenance_work_mem: '256MB',
};

export const upgrade: Scenario = {
  name: 'upgrade',
  about: 'a database of the last release is migrated under load, both versions serve, the former one goes on',
  obstacle: () => (lastRelease() ? null : 'the history of this checkout has no release'),
  run: async ({ isShort }) => {
    const release = lastRelease();
    if (!release) throw new Error('There is no release');
    const size = datasetSize(isShort);
    const dataDir = join(newFolder(), 'postgres');
    cpSync(release.dataset(size), dataDir, { recursive: true });
    const server = await startEmbeddedPostgres({ dataDir, settings });
    const variables = silentVariables(phones, { DATABASE_URL: server.url });
    const connect = () => connectTo(server.url);
    const startFormer = () => startReplica({ ...variables, DRAIN_SECONDS: '1' }, release.server);
    const startNew = () => startReplica({ ...variables, DRAIN_SECONDS: '1' });
    const pause = (seconds: number) => delay(isShort ? seconds * 200 : seconds * 1_000);
    const checks = checklist();

    const former = await startFormer();
    const session = await signIn(former, phones[0] as string);
    const people: Person[] = [];
    for (const phone of phones.slice(1)) people.push(await signIn(former, phone));
    const token = people[0]?.token;
    const events: string[] = [];
    for (let number = 0; number < 26; number += 1)
      events.push((await former.call('POST /v1/events', { token, body: newConcert() })).body.id);

    let targets = [former];
    const target = inTurn(() => targets);
    const [growing, changing] = [events.slice(0, 14), events.slice(14)];
    const load = startLoad({ target, people, growing, changing, reads, clients: 12 });
    await pause(10);

    const locks = await watchLocks({ connect });
    const began = performance.now();
    const migrating = await startMain('migrate.ts', variables).ended;
    const seconds = (performance.now() - began) / 1_000;
    checks.holds(migrating.code === 0, `migrate: ${migrating.stderr}`);
    const { forTablesMs, table, behind, forRowsMs } = await locks();
    checks.holds(
      forTablesMs < tablesWithinMs(isShort),
      `waited ${Math.round(forTablesMs)} ms for ${table} behind ${behind}`,
    );
    checks.note(
      `${size} events migrated in ${seconds.toFixed(0)} s, longest wait for a table ${Math.round(forTablesMs)} ms`,
    );
    checks.note(`for a row ${Math.round(forRowsMs)} ms`);

    let current = await startNew();
    targets = [former, current];
    const versions = compareVersions(former, current, session);
    await pause(20);
    await versions.stop();
    for (const fault of new Set(versions.faults)) checks.holds(false, fault);
    checks.note(`${versions.checks} comparisons of ${release.version} with the new version`);

    targets = [former];
    await stopWell(current, checks);
    await pause(10);
    current = await startNew();
    targets = [current];
    await stopWell(former, checks);
    await pause(5);

    await load.stop();
    const { unavailable } = load.counters;
    checks.holds(unavailable === 0, `${unavailable} requests received 503`);
    const what = `upgrade from ${release.version}, roll back, upgrade`;
    const finding = await conclude({ connect }, { what, load, checks, services: [current] });
    await server.stop();
    return [finding];
  },
};
