import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { mailCatcher } from '../../../packages/service/test/support/catchers.ts';
import type { ReplicaProcess } from '../../../packages/service/test/support/replica.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import {
  type Checklist,
  checklist,
  conclude,
  type Finding,
  found,
  health,
  newOwner,
  type Scenario,
} from '../scenario.ts';
import type { World } from '../world.ts';

const endsWithinMs = 10_000;
const drainSeconds = 5;

const awaitEnd = async (
  { process }: ReplicaProcess,
  since: number,
  checks: Checklist,
  drainMs = 0,
): Promise<void> => {
  const { code, signal } = await process.ended;
  const tookMs = performance.now() - since;
  checks.holds(code === 0, `exited with ${code ?? signal}`);
  checks.holds(tookMs < drainMs + endsWithinMs, `took ${Math.round(tookMs)} ms to exit`);
  checks.note(`exited with ${code ?? signal} after ${(tookMs / 1_000).toFixed(1)} s`);
};

/** Opens an idle connection, and one with an unfinished request. */
const holdConnections = async ({ url }: ReplicaProcess): Promise<void> => {
  const port = Number(new URL(url).port);
  for (const bytes of ['', 'POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Le']) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
  }
};

const drained = async (world: World): Promise<Finding> => {
  const checks = checklist();
  const service = await world.startService({ DRAIN_SECONDS: String(drainSeconds) });
  const load = await world.startLoad({ target: () => service.url });
  await holdConnections(service);
  const signalAt = performance.now();
  service.process.kill('SIGTERM');
  await delay(100);
  const ready = await health(service.url, 'ready');
  checks.holds(ready.status === 503, `ready is ${ready.status} after SIGTERM`);
  const response = await service.call('GET /v1/events?limit=1');
  checks.holds(response.status === 200, `a request received ${response.status} during draining`);
  checks.holds(response.headers.get('connection') === 'close', 'a connection is kept alive during draining');
  // A balancer would have noticed by now; new connections are refused once the port closes.
  await delay(500);
  await load.stop();
  await awaitEnd(service, signalAt, checks, drainSeconds * 1_000);
  const what = 'SIGTERM with idle and unfinished connections';
  return conclude(world, { what, load, checks, services: [] });
};

/** Without draining, the kernel resets connections that it took and the process had not seen when its port closed. */
const resetAtClosing = 2;

const frozen = async (world: World): Promise<Finding> => {
  const checks = checklist();
  const service = await world.startService();
  const load = await world.startLoad({ target: () => service.url });
  await holdConnections(service);
  world.postgres.freeze();
  await delay(200);
  const signalAt = performance.now();
  service.process.kill('SIGTERM');
  await awaitEnd(service, signalAt, checks);
  world.postgres.thaw();
  return conclude(world, {
    what: 'SIGTERM while Postgres is frozen',
    load,
    checks,
    services: [],
    mayBreak: resetAtClosing,
  });
};

const mailsInProgress = async (world: World): Promise<Finding> => {
  const checks = checklist();
  const owner = newOwner();
  let arrived = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // This mail server never confirms a mail.
  const smtp = await mailCatcher(owner, 0, () => {
    arrived();
    return new Promise(() => undefined);
  });
  const service = await world.startService(smtp.variables);
  await inviteByMail(world, service, 5);
  await first;
  const signalAt = performance.now();
  service.process.kill('SIGTERM');
  await awaitEnd(service, signalAt, checks);
  const client = await world.connect();
  const { rows } = await client.query<{ state: string; jobs: number }>(
    `select case when taken_until is null and tries = 0 then 'returned' else 'kept' end as state, count(*)::int as jobs
     from outbox where queue = 'invitation-mail' group by 1`,
  );
  // Later scenarios queue mails of their own.
  await client.query("delete from outbox where queue = 'invitation-mail'");
  await client.end();
  const states = rows.map(({ state, jobs }) => `${jobs} ${state}`).join(', ');
  checks.holds(states === '5 returned', `the mails in progress are ${states}, not returned to the queue`);
  checks.note(`mails in progress: ${states}`);
  // The connections of the mail server ended with the service.
  void owner.end();
  return found('SIGTERM with mails in progress', checks);
};

export const stopUnderLoad: Scenario = {
  name: 'stop-under-load',
  about: 'SIGTERM under load with open connections, with a frozen database, or with mails in progress',
  run: async (world) => [
    ...(world.isShort ? [] : [await drained(world)]),
    await frozen(world),
    ...(world.isShort ? [] : [await mailsInProgress(world)]),
  ],
};
