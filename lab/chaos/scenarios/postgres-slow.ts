import { setTimeout as delay } from 'node:timers/promises';
import type { Replica } from '../../../packages/service/test/support/replica.ts';
import { until } from '../../local/until.ts';
import { type Checklist, checklist, conclude, type Finding, health, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const pollMs = 50;
/** Requests that need no locked row may wait once, until the lock is detected. */
const unaffectedWithinMs = 4_000;
/** More requests than the service accepts while the database is slow. */
const heavyLoad = { clients: 48, pauseMs: 5 };
/** `MAX_REQUESTS` of the service: fewer than there are clients. */
const maxRequests = 32;

const withClient = async (
  world: World,
  work: (client: Awaited<ReturnType<World['connect']>>) => Promise<void>,
) => {
  const client = await world.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** Repeats requests that need no locked row. */
const watchOthers = (service: Replica, targets: readonly (readonly [string, unknown?])[], token: string) => {
  let isOver = false;
  let [requests, failures, slowestMs] = [0, 0, 0];
  const watchPromise = (async () => {
    while (!isOver) {
      for (const [target, body] of targets) {
        const began = performance.now();
        const { status } = await service.call(target, { token, body });
        requests += 1;
        if (status !== 200) failures += 1;
        slowestMs = Math.max(slowestMs, performance.now() - began);
      }
      await delay(pollMs);
    }
  })();
  return async (checks: Checklist): Promise<void> => {
    isOver = true;
    await watchPromise;
    checks.holds(failures === 0, `${failures} of ${requests} unaffected requests failed`);
    checks.holds(
      slowestMs < unaffectedWithinMs,
      `unaffected requests took up to ${Math.round(slowestMs)} ms`,
    );
    checks.note(`${requests} unaffected requests within ${Math.round(slowestMs)} ms`);
  };
};

const whileLocked = async (world: World, what: 'row' | 'table'): Promise<Finding> => {
  const checks = checklist();
  const service = await world.startService();
  const [own = ''] = world.newEvents(1);
  const load = await world.startLoad({ target: () => service.url });
  const token = world.people[0]?.token ?? '';
  let recoveryMs = 0;
  await withClient(world, async (locker) => {
    const reads = [['GET /v1/events?limit=5'], ['GET /v1/auth/me'], [`GET /v1/events/${own}`]] as const;
    const writes = [[`POST /v1/events/${own}/save`, { saved: true }]] as const;
    const elsewhere = [[`POST /v1/events/${own}/rsvp`, { status: 'going' }]] as const;
    await locker.query('begin');
    if (what === 'table') await locker.query('lock table rsvp in exclusive mode');
    else
      await locker.query('select from event_stats where event_id = any ($1) for update', [
        load.growing.slice(1, 3),
      ]);
    const others = watchOthers(
      service,
      what === 'table' ? [...reads, ...writes] : [...reads, ...writes, ...elsewhere],
      token,
    );
    await delay(world.isShort ? 3_500 : 9_000);
    // The load of a slow machine reaches the locked rows late.
    await until('a request that received 503', () => load.counters.unavailable > 0);
    const ready = await health(service.url, 'ready');
    checks.holds(ready.status === 200, `ready is ${ready.status}`);
    await others(checks);
    await locker.query('rollback');
    recoveryMs = await load.untilNextWrite();
  });
  await delay(500);
  return conclude(world, {
    what: what === 'row' ? 'counter rows of two events locked' : 'table rsvp locked',
    load,
    checks,
    services: [service],
    recoveryMs,
  });
};

const stall = `create function chaos_stall() returns trigger language plpgsql as
  'begin perform pg_sleep(0.4); return new; end';
  create trigger chaos_stall before insert on rsvp for each row execute function chaos_stall()`;

const whileStalling = async (world: World): Promise<Finding> => {
  const checks = checklist();
  const service = await world.startService({ MAX_REQUESTS: String(maxRequests) });
  const load = await world.startLoad({ target: () => service.url, ...heavyLoad });
  let recoveryMs = 0;
  await withClient(world, async (client) => {
    await client.query(stall);
    const until = performance.now() + (world.isShort ? 3_000 : 9_000);
    let longest = 0;
    while (performance.now() < until) {
      longest = Math.max(longest, load.inFlight());
      await delay(pollMs);
    }
    checks.note(`at most ${longest} requests in flight, ${maxRequests} of them accepted`);
    checks.holds(load.counters.unavailable > 0, 'no request received 503');
    await client.query('drop trigger chaos_stall on rsvp; drop function chaos_stall');
    recoveryMs = await load.untilNextWrite();
  });
  const what = 'each RSVP stalls for 0.4 s';
  return conclude(world, { what, load, checks, services: [service], recoveryMs });
};

export const postgresSlow: Scenario = {
  name: 'postgres-slow',
  about: 'another session locks rows or a whole table, or each write is slow',
  run: async (world) => [
    await whileLocked(world, 'row'),
    ...(world.isShort ? [] : [await whileLocked(world, 'table'), await whileStalling(world)]),
  ],
};
