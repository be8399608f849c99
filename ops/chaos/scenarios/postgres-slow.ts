import { setTimeout as delay } from 'node:timers/promises';
import type { Replica } from '../../../packages/service/test/support/replica.ts';
import { type Checklist, checklist, conclude, type Finding, health, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';

const lookEveryMs = 50;
/** Whoever has nothing to do with what is held waits at most until that is found out, once. */
const unaffectedWithinMs = 4_000;
/** Clients that ask on without a pause: more than the service can take while the database is slow. */
const crowd = { clients: 48, pauseMs: 5 };
/** What the service is bound to hold at once in these scenarios: less than there are clients. */
const mostRequests = 32;

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

/** Asks for what is not locked, again and again. */
const watchOthers = (service: Replica, targets: readonly (readonly [string, unknown?])[], token: string) => {
  let isOver = false;
  let [asked, refused, slowestMs] = [0, 0, 0];
  const watching = (async () => {
    while (!isOver) {
      for (const [target, body] of targets) {
        const began = performance.now();
        const { status } = await service.call(target, { token, body });
        asked += 1;
        if (status !== 200) refused += 1;
        slowestMs = Math.max(slowestMs, performance.now() - began);
      }
      await delay(lookEveryMs);
    }
  })();
  return async (checks: Checklist): Promise<void> => {
    isOver = true;
    await watching;
    checks.holds(refused === 0, `${refused} of ${asked} others were refused`);
    checks.holds(slowestMs < unaffectedWithinMs, `others waited for up to ${Math.round(slowestMs)} ms`);
    checks.note(`${asked} others answered within ${Math.round(slowestMs)} ms`);
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
    const ready = await health(service.url, 'ready');
    checks.holds(ready.status === 200, `ready is ${ready.status}`);
    await others(checks);
    await locker.query('rollback');
    recoveryMs = await load.untilNextWrite();
  });
  await delay(500);
  checks.holds(load.tally.unavailable > 0, 'nobody was refused: the lock held nobody up');
  const finding = await conclude(world, {
    what: what === 'row' ? 'counts of two events locked' : 'table rsvp locked',
    load,
    checks,
    recoveryMs,
  });
  service.process.kill('SIGTERM');
  checks.holds((await service.process.ended).code === 0, 'did not end with 0');
  return finding;
};

const stall = `create function chaos_stall() returns trigger language plpgsql as
  'begin perform pg_sleep(0.4); return new; end';
  create trigger chaos_stall before insert on rsvp for each row execute function chaos_stall()`;

const whileStalling = async (world: World): Promise<Finding> => {
  const checks = checklist();
  const service = await world.startService({ MAX_REQUESTS: String(mostRequests) });
  const load = await world.startLoad({ target: () => service.url, ...crowd });
  let recoveryMs = 0;
  await withClient(world, async (client) => {
    await client.query(stall);
    const until = performance.now() + (world.isShort ? 3_000 : 9_000);
    let longest = 0;
    while (performance.now() < until) {
      longest = Math.max(longest, load.inFlight());
      await delay(lookEveryMs);
    }
    checks.note(`at most ${longest} requests waited at once, ${mostRequests} of them inside`);
    checks.holds(load.tally.unavailable > 0, 'nobody was turned away');
    await client.query('drop trigger chaos_stall on rsvp; drop function chaos_stall');
    recoveryMs = await load.untilNextWrite();
  });
  const finding = await conclude(world, { what: 'each answer stalls for 0.4 s', load, checks, recoveryMs });
  service.process.kill('SIGTERM');
  checks.holds((await service.process.ended).code === 0, 'did not end with 0');
  return finding;
};

export const postgresSlow: Scenario = {
  name: 'postgres-slow',
  about: 'rows or a whole table are locked by somebody, or each write takes long',
  run: async (world) => [
    await whileLocked(world, 'row'),
    ...(world.isShort ? [] : [await whileLocked(world, 'table'), await whileStalling(world)]),
  ],
};
