import { setTimeout as delay } from 'node:timers/promises';
import type { ReplicaProcess } from '../../../packages/service/test/support/replica.ts';
import { freePort } from '../../../packages/service/test/support/service-process.ts';
import { canBalance, startBalancer } from '../../local/balancer.ts';
import { checklist, conclude, type Scenario, stopWell } from '../scenario.ts';

const drainSeconds = 3;

export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  about: 'two replicas behind haproxy are replaced one after the other under load',
  obstacle: () => (canBalance() ? null : 'haproxy is not installed'),
  run: async (world) => {
    const checks = checklist();
    const ports = [await freePort(), await freePort()];
    const start = (index: number) =>
      world.startService({ DRAIN_SECONDS: String(drainSeconds), PORT: String(ports[index]) });
    const replicas = [await start(0), await start(1)];
    const [one = 0, two = 0] = ports;
    const balancer = await startBalancer([one, two]);
    const load = await world.startLoad({ target: () => balancer.url });
    for (let round = 0; round < (world.isShort ? 1 : 2); round += 1)
      for (const index of [0, 1]) {
        await stopWell(replicas[index] as ReplicaProcess, checks);
        replicas[index] = await start(index);
        // The balancer uses it after some successful health checks.
        await delay(1_500);
      }
    await load.stop();
    checks.holds(load.counters.unavailable === 0, `${load.counters.unavailable} requests received 503`);
    checks.holds(load.counters.notConnected === 0, `${load.counters.notConnected} connections were refused`);
    const what = 'rolling restart behind haproxy';
    const finding = await conclude(world, { what, load, checks, services: replicas });
    balancer.end();
    return [finding];
  },
};
