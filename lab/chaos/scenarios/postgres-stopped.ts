import { setTimeout as delay } from 'node:timers/promises';
import { mailCatcher } from '../../../packages/service/test/support/catchers.ts';
import { inviteByMail } from '../invite-by-mail.ts';
import {
  checklist,
  conclude,
  connectionsOfOneProcess,
  type Finding,
  health,
  newOwner,
  type Scenario,
  watchConnections,
} from '../scenario.ts';
import type { World } from '../world.ts';

const stopAndStart = async (world: World, how: 'fast' | 'kill'): Promise<Finding> => {
  const checks = checklist();
  const owner = newOwner();
  const smtp = await mailCatcher(owner);
  const service = await world.startService(smtp.variables);
  const load = await world.startLoad({ target: () => service.url });
  await world.postgres.stop(how);
  const down = performance.now();
  await delay(world.isShort ? 1_000 : 3_000);
  const [ready, live] = await Promise.all([health(service.url, 'ready'), health(service.url, 'live')]);
  checks.holds(ready.status === 503, `ready is ${ready.status} without a database`);
  checks.holds(live.status === 200, `live is ${live.status} without a database`);
  await delay(world.isShort ? 500 : 5_000);
  await world.postgres.start();
  const downMs = performance.now() - down;
  const watching = watchConnections(world);
  const recoveryMs = await load.untilNextWrite();
  await delay(world.isShort ? 1_000 : 3_000);
  const maximum = await (await watching)();
  checks.holds(maximum <= connectionsOfOneProcess, `${maximum} connections of one process`);
  checks.note(`down for ${(downMs / 1_000).toFixed(1)} s, at most ${maximum} connections afterwards`);
  const again = await health(service.url, 'ready');
  checks.holds(again.status === 200, `ready is ${again.status} with the database back`);

  const began = performance.now();
  const address = await inviteByMail(world, service, 1);
  await smtp.mail(address[0] ?? '');
  checks.note(`a mail delivered after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  const finding = await conclude(world, {
    what: how === 'fast' ? 'Postgres stopped (fast) and started' : 'Postgres killed with -9 and started',
    load,
    checks,
    services: [service],
    recoveryMs,
  });
  await owner.end();
  return finding;
};

export const postgresStopped: Scenario = {
  name: 'postgres-stopped',
  about: 'the database is stopped or killed, and started again; the service continues without a restart',
  run: async (world) => [
    ...(world.isShort ? [] : [await stopAndStart(world, 'fast')]),
    await stopAndStart(world, 'kill'),
  ],
};
