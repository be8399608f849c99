import { setTimeout as delay } from 'node:timers/promises';
import type { Replica } from '../../../packages/service/test/support/replica.ts';
import type { Cluster } from '../../local/cluster/cluster.ts';
import { checklist, conclude, type Finding, inTurn, responseWithinMs } from '../scenario.ts';
import type { Services } from '../world.ts';
import type { Fault } from './faults.ts';
import { startGuests } from './guests.ts';
import { comparePages } from './pages.ts';
import { watchWriters } from './watch-writers.ts';

export interface FailoverFinding extends Finding {
  /** From the fault until another server took writes, in milliseconds. */
  readonly newWriterMs: number | null;
  /** From the fault until a client's write was confirmed. */
  readonly firstWriteMs: number | null;
  /** The part of it that is the service's, the pooler's and the balancer's. */
  readonly oursMs: number | null;
  readonly confirmed: number;
}

export interface TryFaultOptions {
  readonly cluster: Cluster;
  readonly services: Services;
  readonly replicas: readonly Replica[];
  readonly newcomers: string[];
  readonly isSynchronous: boolean;
}

const noWriterAfterMs = 90_000;
/** A short run asks what is right, not how fast a busy machine is. */
const limitsOf = (fault: Fault, isShort: boolean) =>
  isShort
    ? { firstWriteMs: noWriterAfterMs, oursMs: 60_000, responseMs: 20_000 }
    : { firstWriteMs: fault.withinMs, oursMs: 2_000, responseMs: responseWithinMs };
const retryMs = 500;
const pollMs = 50;
const mailsWithinMs = 60_000;

export const tryFault = async (fault: Fault, options: TryFaultOptions): Promise<FailoverFinding> => {
  const { cluster, services, replicas, newcomers, isSynchronous } = options;
  const checks = checklist();
  const limits = limitsOf(fault, services.isShort);
  const former = await cluster.untilWhole();
  const load = await services.startLoad({ target: inTurn(() => replicas), clients: 10, retryMs });
  const { people } = services;
  const guests = startGuests({ requests: load, people, events: services.newEvents(6), newcomers, retryMs });
  await delay(services.isShort ? 1_000 : 3_000);

  const writers = watchWriters(cluster, former);
  const began = performance.now();
  await fault.inject(former, cluster);
  const next = await Promise.race([writers.next, delay(noWriterAfterMs, null, { ref: false })]);
  checks.holds(next !== null, 'no other server became the writer');
  const at = next?.at ?? performance.now();
  let first: number | undefined;
  while (first === undefined && performance.now() < at + noWriterAfterMs) {
    first = load.writes.find((written) => written > at);
    await delay(pollMs);
  }
  const firstWriteMs = first === undefined ? null : first - began;
  const oursMs = first === undefined ? null : first - at;
  checks.holds(firstWriteMs !== null && firstWriteMs < limits.firstWriteMs, 'the first write came late');
  checks.holds(oursMs !== null && oursMs < limits.oursMs, `ours was ${Math.round(oursMs ?? 0)} ms`);
  await delay(services.isShort ? 1_000 : 5_000);
  fault.heal(former, cluster);
  await cluster.untilWhole();
  await delay(services.isShort ? 1_000 : 3_000);
  const both = await writers.stop();
  checks.holds(both === 0 || !isSynchronous, `${both} writes were taken by the former writer`);
  await guests.stop();
  const finding = await conclude(services, {
    what: fault.what,
    load,
    checks,
    services: [],
    withinMs: limits.responseMs,
  });

  const client = await services.connect();
  try {
    const until = performance.now() + mailsWithinMs;
    let unsent = await guests.unsent(client);
    while (unsent > 0 && performance.now() < until) {
      await delay(pollMs);
      unsent = await guests.unsent(client);
    }
    const verdict = await guests.compare(client);
    const wrongPages = await comparePages(services, replicas);
    return {
      ...finding,
      lostWrites: finding.lostWrites + verdict.lostWrites,
      wrongCounts: finding.wrongCounts + verdict.wrongCounts + wrongPages.length,
      faults: [
        ...finding.faults,
        ...verdict.details.slice(0, 5),
        ...wrongPages.slice(0, 3),
        ...(unsent > 0 ? [`${unsent} mails were not sent`] : []),
      ],
      newWriterMs: next && next.at - began,
      firstWriteMs,
      oursMs,
      confirmed: load.writes.length,
    };
  } finally {
    await client.end();
  }
};
