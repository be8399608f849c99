import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { newConcert, type Replica, startReplica } from '../../../packages/service/test/support/replica.ts';
import { installedPrograms, postgresPrograms } from '../../local/program.ts';
import { startArchivedCluster } from '../restore/archived-cluster.ts';
import { WriteLog } from '../restore/write-log.ts';
import { checklist, found, type Scenario } from '../scenario.ts';
import { connectTo, signIn, silentVariables } from '../world.ts';

const phones = Array.from({ length: 24 }, (_, index) => `+1555${4_000_000 + index}`);

type Person = Awaited<ReturnType<typeof signIn>>;

/** Events and RSVPs without a pause, until stopped. */
const writeInto = (service: Replica, people: readonly Person[], log: WriteLog) => {
  let isOver = false;
  const client = async ({ id: user, token }: Person) => {
    while (!isOver) {
      let event: string | null = null;
      await log.write(null, async () => {
        const { status, body } = await service.call('POST /v1/events', {
          token,
          body: newConcert(),
        });
        event = status === 201 ? body.id : null;
        return event;
      });
      if (event === null) continue;
      const key = `${event} ${user}`;
      await log.write(key, async () => {
        const going = { token, body: { status: 'going' } };
        const { status } = await service.call(`POST /v1/events/${event}/rsvp`, going);
        return status === 200 ? key : null;
      });
    }
  };
  const running = Promise.all(people.slice(0, 6).map(client));
  return async () => {
    isOver = true;
    await running;
  };
};

export const restore: Scenario = {
  name: 'restore',
  about: 'a database is lost under load and restored to an instant from its back-up and its archived log',
  obstacle: () => {
    if (spawnSync('pgbackrest', ['version']).error) return 'pgbackrest is not installed';
    return installedPrograms() ? null : 'no PostgreSQL 15 or later under /usr/lib/postgresql';
  },
  run: async ({ isShort }) => {
    const checks = checklist();
    const pause = () => delay(isShort ? 2_000 : 10_000);
    const cluster = await startArchivedCluster(postgresPrograms());
    const variables = silentVariables(phones, { DATABASE_URL: cluster.url });
    const before = await startReplica(variables);
    const people: Person[] = [];
    for (const phone of phones) people.push(await signIn(before, phone));
    const [untouched, renewed] = people.slice(-2) as [Person, Person];

    const log = new WriteLog();
    const stopWriting = writeInto(before, people, log);
    const began = performance.now();
    await cluster.backUp();
    checks.note(`full back-up under load in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    await pause();
    const point = new Date();
    await delay(20);
    const later = await before.call('POST /v1/auth/refresh', {
      body: { refreshToken: renewed.refreshToken },
    });
    await pause();
    const admin = await connectTo(cluster.adminUrl);
    const { rows } = await admin.query('select pg_walfile_name(pg_switch_wal()) as name');
    for (;;) {
      const { rows: archived } = await admin.query('select last_archived_wal as name from pg_stat_archiver');
      if (archived[0].name >= rows[0].name) break;
      await delay(100);
    }
    await stopWriting();
    await admin.end();
    before.process.kill('SIGKILL');
    await cluster.crash();

    const restoring = performance.now();
    await cluster.restore(point);
    const recoveryMs = performance.now() - restoring;
    const client = await connectTo(cluster.adminUrl);
    const { before: confirmed, after: undone, lost, tooNew, wrongCounts } = await log.compare(client, point);
    await client.end();
    checks.holds(tooNew.length === 0, `${tooNew.length} writes after the point came back`);
    checks.holds(confirmed > 20 && undone > 20, `only ${confirmed} writes before the point, ${undone} after`);
    checks.note(`${confirmed} writes confirmed before the point came back, ${undone} begun after it did not`);

    const after = await startReplica(variables);
    const refresh = async (refreshToken: string) =>
      (await after.call('POST /v1/auth/refresh', { body: { refreshToken } })).status;
    checks.holds((await refresh(untouched.refreshToken)) === 200, 'a refresh token from before is refused');
    checks.holds((await refresh(later.body.refreshToken)) === 401, 'a refresh token from after is accepted');
    checks.holds(
      (await after.call('GET /v1/auth/me', { token: untouched.token })).status === 200,
      'no access',
    );
    const { id } = (await after.call('POST /v1/events', { token: untouched.token, body: newConcert() })).body;
    checks.holds(typeof id === 'string', 'the restored database takes no write');
    after.process.kill('SIGTERM');
    await after.process.ended;
    await cluster.stop();
    const outcome = { lostWrites: lost.length, wrongCounts, recoveryMs };
    return [found('point-in-time restore under load', checks, outcome)];
  },
};
