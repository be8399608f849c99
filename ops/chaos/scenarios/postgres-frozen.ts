import { setTimeout as delay } from 'node:timers/promises';
import {
  answeredWithinMs,
  checklist,
  conclude,
  connectionsOfOneProcess,
  health,
  type Scenario,
  watchConnections,
} from '../scenario.ts';

export const postgresFrozen: Scenario = {
  name: 'postgres-frozen',
  about: 'all processes of the database stand still (SIGSTOP) for a while and then go on',
  run: async (world) => {
    const checks = checklist();
    const service = await world.startService();
    const load = await world.startLoad({ target: () => service.url });
    world.postgres.freeze();
    const [ready, live] = await Promise.all([health(service.url, 'ready'), health(service.url, 'live')]);
    checks.holds(ready.status === 503, `ready is ${ready.status}`);
    checks.holds(ready.ms < answeredWithinMs, `ready took ${Math.round(ready.ms)} ms`);
    checks.holds(live.status === 200 && live.ms < 1_000, `live is ${live.status} after ${live.ms} ms`);
    await delay(world.isShort ? 3_500 : 9_000);
    // By now the service knows: nobody waits any more.
    const late = await health(service.url, 'ready');
    checks.note(`first refused within ${Math.round(ready.ms)} ms, later within ${Math.round(late.ms)} ms`);
    checks.holds(late.ms < 1_000, `ready took ${Math.round(late.ms)} ms once it is known`);
    world.postgres.thaw();
    const recovered = load.untilNextWrite();
    const stopWatching = await watchConnections(world);
    const recoveryMs = await recovered;
    await delay(world.isShort ? 1_000 : 3_000);
    const most = await stopWatching();
    // Backends of connections that the service gave up end when they notice it.
    checks.holds(most <= 2 * connectionsOfOneProcess, `${most} connections of one process`);
    checks.note(`at most ${most} connections afterwards, those given up included`);
    const finding = await conclude(world, { what: 'Postgres frozen and thawed', load, checks, recoveryMs });
    service.process.kill('SIGTERM');
    checks.holds((await service.process.ended).code === 0, 'did not end with 0');
    return [finding];
  },
};
