import { setTimeout as delay } from 'node:timers/promises';
import { checklist, conclude, type Scenario } from '../scenario.ts';

const failoverMs = 300;

export const killReplica: Scenario = {
  name: 'kill-replica',
  about: 'one of two replicas is killed with -9 under load, and a new one replaces it',
  run: async (world) => {
    const checks = checklist();
    const replicas = [await world.startService(), await world.startService()];
    let turn = 0;
    const load = await world.startLoad({
      target: () => {
        turn += 1;
        return (replicas[turn % replicas.length] ?? replicas[0])?.url ?? '';
      },
    });
    for (let round = 0; round < (world.isShort ? 1 : 3); round += 1) {
      const victim = replicas[0];
      victim?.process.kill('SIGKILL');
      await victim?.process.ended;
      await delay(failoverMs);
      replicas.shift();
      replicas.push(await world.startService());
      await delay(world.isShort ? 500 : 2_000);
    }
    const recoveryMs = await load.untilNextWrite();
    const finding = await conclude(world, {
      what: 'kill -9 of a replica',
      load,
      checks,
      recoveryMs,
      mayBreak: Number.POSITIVE_INFINITY,
    });
    for (const { process } of replicas) process.kill('SIGTERM');
    for (const { process } of replicas) checks.holds((await process.ended).code === 0, 'did not exit with 0');
    return [finding];
  },
};
