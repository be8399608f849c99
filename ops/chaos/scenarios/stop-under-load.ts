import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { mailCatcher } from '../../../packages/service/test/support/catchers.ts';
import type { Replica } from '../../../packages/service/test/support/replica.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import { type Checklist, checklist, conclude, type Finding, health, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const endsWithinMs = 10_000;
const drainSeconds = 5;

const awaitEnd = async (
  { process }: Replica,
  since: number,
  checks: Checklist,
  drainMs = 0,
): Promise<void> => {
  const { code, signal } = await process.ended;
  const tookMs = performance.now() - since;
  checks.holds(code === 0, `ended with ${code ?? signal}`);
  checks.holds(tookMs < drainMs + endsWithinMs, `took ${Math.round(tookMs)} ms to end`);
  checks.note(`ended with ${code ?? signal} after ${(tookMs / 1_000).toFixed(1)} s`);
};

/** Clients that hold on to a connection: one that says nothing, one that never ends its request. */
const holdOn = async ({ url }: Replica): Promise<void> => {
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
  await holdOn(service);
  const told = performance.now();
  service.process.kill('SIGTERM');
  await delay(100);
  const ready = await health(service.url, 'ready');
  checks.holds(ready.status === 503, `ready is ${ready.status} after SIGTERM`);
  const answer = await service.call('GET /v1/events?limit=1');
  checks.holds(answer.status === 200, `a request is answered ${answer.status} while it drains`);
  checks.holds(answer.headers.get('connection') === 'close', 'a connection is kept while it drains');
  // A balancer has noticed by now; connections that are made while the port closes are refused, as by any server.
  await delay(500);
  await load.stop();
  await awaitEnd(service, told, checks, drainSeconds * 1_000);
  return conclude(world, { what: 'SIGTERM, with clients that hold on', load, checks });
};

const frozen = async (world: World): Promise<Finding> => {
  const checks = checklist();
  const service = await world.startService();
  const load = await world.startLoad({ target: () => service.url });
  await holdOn(service);
  world.postgres.freeze();
  await delay(200);
  const told = performance.now();
  service.process.kill('SIGTERM');
  await awaitEnd(service, told, checks);
  world.postgres.thaw();
  return conclude(world, { what: 'SIGTERM while Postgres is frozen', load, checks });
};

const mailsInHand = async (world: World): Promise<Finding> => {
  const checks = checklist();
  const undo: (() => unknown)[] = [];
  let arrived = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // This mail server never says that it took a mail.
  const smtp = await mailCatcher({ teardown: (step) => void undo.push(step) }, 0, () => {
    arrived();
    return new Promise(() => undefined);
  });
  const service = await world.startService({ SMTP_URL: smtp.url, MAIL_FROM: 'events@example.org' });
  await inviteByMail(world, service, 5);
  await first;
  const told = performance.now();
  service.process.kill('SIGTERM');
  await awaitEnd(service, told, checks);
  const client = await world.connect();
  const { rows } = await client.query<{ state: string; jobs: number }>(
    "select state::text, count(*)::int as jobs from jobs.job where name = 'invitation-mail' and state <> 'completed' group by 1",
  );
  // Later scenarios have mails of their own.
  await client.query("delete from jobs.job where name = 'invitation-mail'");
  await client.end();
  const states = rows.map(({ state, jobs }) => `${jobs} ${state}`).join(', ');
  checks.holds(states === '5 retry', `the mails in hand are ${states}, not handed back`);
  checks.note(`mails in hand: ${states}`);
  // Its connections went with the service.
  void Promise.all(undo.map((step) => step()));
  const { faults, notes } = checks;
  return {
    what: 'SIGTERM with mails in hand',
    tally: null,
    lostWrites: 0,
    wrongCounts: 0,
    recoveryMs: null,
    faults,
    notes,
  };
};

export const stopUnderLoad: Scenario = {
  name: 'stop-under-load',
  about: 'SIGTERM under load, with clients that hold on, a frozen database, or mails in hand',
  run: async (world) => [
    ...(world.isShort ? [] : [await drained(world)]),
    await frozen(world),
    ...(world.isShort ? [] : [await mailsInHand(world)]),
  ],
};
