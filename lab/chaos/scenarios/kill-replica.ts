import { setTimeout as delay } from 'node:timers/promises';
import { checklist, conclude, inTurn, type Scenario } from '../scenario.ts';

const failoverMs = 300;

export const killReplica: Scenario = {
  name: 'kill-replica',
  about: 'one of two replicas is killed with -9 under load, and a new one replaces it',
  run: async (world) => {
    const checks = checklist();
    const replicas = [await world.startService(), await world.startService()];
    const load = await world.startLoad({ target: inTurn(() => replicas) });
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
    const [what, mayBreak] = ['kill -9 of a replica', Number.POSITIVE_INFINITY];
    return [await conclude(world, { what, load, checks, services: replicas, recoveryMs, mayBreak })];
  },
};
