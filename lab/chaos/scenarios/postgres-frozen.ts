import { setTimeout as delay } from 'node:timers/promises';
import {
  checklist,
  conclude,
  connectionsOfOneProcess,
  health,
  responseWithinMs,
  type Scenario,
  watchConnections,
} from '../scenario.ts';

export const postgresFrozen: Scenario = {
  name: 'postgres-frozen',
  about: 'all processes of the database are stopped (SIGSTOP) for some seconds and then continued',
  run: async (world) => {
    const checks = checklist();
    const service = await world.startService();
    const load = await world.startLoad({ target: () => service.url });
    world.postgres.freeze();
    const [ready, live] = await Promise.all([health(service.url, 'ready'), health(service.url, 'live')]);
    checks.holds(ready.status === 503, `ready is ${ready.status}`);
    checks.holds(ready.ms < responseWithinMs, `ready took ${Math.round(ready.ms)} ms`);
    checks.holds(live.status === 200 && live.ms < 1_000, `live is ${live.status} after ${live.ms} ms`);
    await delay(world.isShort ? 3_500 : 9_000);
    // By now the circuit is open, and requests are rejected immediately.
    const late = await health(service.url, 'ready');
    checks.note(`first 503 within ${Math.round(ready.ms)} ms, later within ${Math.round(late.ms)} ms`);
    checks.holds(late.ms < 1_000, `ready took ${Math.round(late.ms)} ms with an open circuit`);
    world.postgres.thaw();
    const recoveredPromise = load.untilNextWrite();
    const stopWatching = await watchConnections(world);
    const recoveryMs = await recoveredPromise;
    await delay(world.isShort ? 1_000 : 3_000);
    const maximum = await stopWatching();
    // Backends of abandoned connections end when they notice that the client has disconnected.
    checks.holds(maximum <= 2 * connectionsOfOneProcess, `${maximum} connections of one process`);
    checks.note(`at most ${maximum} connections afterwards, abandoned ones included`);
    const what = 'Postgres frozen and thawed';
    return [await conclude(world, { what, load, checks, services: [service], recoveryMs })];
  },
};
