import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../packages/service/test/support/service-process.ts';
import { checklist, conclude, health, type Scenario } from '../scenario.ts';

const configuration = fileURLToPath(new URL('../../local/haproxy.cfg', import.meta.url));
const drainSeconds = 3;

export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  about: 'two replicas behind haproxy are replaced one after the other under load',
  obstacle: () => (spawnSync('haproxy', ['-v']).error ? 'haproxy is not installed' : null),
  run: async (world) => {
    const checks = checklist();
    const ports = [await freePort(), await freePort()];
    const start = (index: number) =>
      world.startService({ DRAIN_SECONDS: String(drainSeconds), PORT: String(ports[index]) });
    const replicas = [await start(0), await start(1)];
    const port = await freePort();
    const balancer = spawn('haproxy', ['-db', '-f', configuration], {
      env: {
        PATH: process.env.PATH ?? '',
        LISTEN: `127.0.0.1:${port}`,
        REPLICA_1: `127.0.0.1:${ports[0]}`,
        REPLICA_2: `127.0.0.1:${ports[1]}`,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const end = () => balancer.kill('SIGKILL');
    process.once('exit', end);
    const url = `http://127.0.0.1:${port}`;
    while ((await health(url, 'ready')).status !== 200) await delay(50);
    const load = await world.startLoad({ target: () => url });
    for (let round = 0; round < (world.isShort ? 1 : 2); round += 1)
      for (const index of [0, 1]) {
        replicas[index]?.process.kill('SIGTERM');
        checks.holds((await replicas[index]?.process.ended)?.code === 0, 'did not exit with 0');
        replicas[index] = await start(index);
        // The balancer uses it after some successful health checks.
        await delay(1_500);
      }
    const finding = await conclude(world, { what: 'rolling restart behind haproxy', load, checks });
    checks.holds(load.counters.unavailable === 0, `${load.counters.unavailable} requests received 503`);
    checks.holds(load.counters.notConnected === 0, `${load.counters.notConnected} connections were refused`);
    for (const { process } of replicas) process.kill('SIGTERM');
    for (const { process } of replicas) await process.ended;
    end();
    process.off('exit', end);
    return [
      { ...finding, faults: checks.faults.concat(finding.faults.filter((f) => !checks.faults.includes(f))) },
    ];
  },
};
