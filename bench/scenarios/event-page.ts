import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { randomFrom } from '../dataset/random.ts';
import { inFlight } from '../support/load/in-flight.ts';
import { anyEvent } from '../support/load/random-picks.ts';
import { removeRsvps } from '../support/load/readers.ts';
import { emptyRouteLoad, type Reading, runAll, serviceLoad } from '../support/load/reading.ts';
import type { SentRsvps } from '../support/load/rsvp-sender.ts';
import { baselineLine, serviceLine } from '../support/report/finding.ts';
import type { Load } from '../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../support/report/scenario.ts';
import type { DatasetBench } from '../support/servers/dataset-bench.ts';

/** Minimum ratio to an empty route. */
const target = 0.6;
/** Minimum ratio of the rate among writes to the rate without. */
const busyTarget = 0.8;
const rsvpsPerSecond = 50;

const onePage = (bench: DatasetBench): Reading => {
  const path = `/e/${anyEvent(bench)(randomFrom(31))}`;
  return { what: '`GET /e/:id`, one page', connections: inFlight, next: () => ({ path }) };
};

const otherPages = (bench: DatasetBench): Reading => {
  const random = randomFrom(32);
  const pick = anyEvent(bench);
  return {
    what: '`GET /e/:id`, any event',
    connections: inFlight,
    next: () => ({ path: `/e/${pick(random)}` }),
  };
};

/** The load while people answer other events, from another thread. Rejects when an RSVP fails. */
const amongRsvps = (bench: DatasetBench, load: Load): Load => {
  const random = randomFrom(33);
  const pick = anyEvent(bench);
  const workerData: SentRsvps = {
    url: bench.service.url,
    perSecond: rsvpsPerSecond,
    rsvps: bench.readers.map((reader) => ({
      eventId: pick(random),
      authorization: `Bearer ${bench.issueToken(reader)}`,
      status: random.below(2) === 0 ? 'going' : 'interested',
    })),
  };
  return {
    what: `${load.what}, among ${rsvpsPerSecond} RSVPs a second`,
    run: async () => {
      const sender = new Worker(new URL('../support/load/rsvp-sender.ts', import.meta.url), { workerData });
      try {
        const measured = await load.run();
        sender.postMessage('end');
        const [failure] = await once(sender, 'message');
        if (failure !== null) throw new Error(failure);
        return measured;
      } finally {
        await sender.terminate();
      }
    },
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const one = onePage(bench);
  const others = otherPages(bench);
  const loads = {
    one: serviceLoad(bench, one),
    empty: await emptyRouteLoad(bench, one),
    busy: amongRsvps(bench, serviceLoad(bench, one)),
    others: serviceLoad(bench, others),
  };
  const runs = await runAll(bench, loads);
  await removeRsvps(bench);
  const busy = runs.busy ?? [];
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(one.what, runs.one ?? []),
        baselineLine(loads.empty.what, runs.one ?? [], runs.empty, target),
        serviceLine(loads.busy.what, busy),
        baselineLine('the same without RSVPs', busy, runs.one, busyTarget),
        serviceLine(others.what, runs.others ?? []),
      ],
    },
  ];
};

export const eventPage: DatasetScenario = {
  name: 'event-page',
  about:
    'The page of a public event for guests: repeated requests for one, also among RSVPs to other events, and requests for different ones.',
  measure,
};
