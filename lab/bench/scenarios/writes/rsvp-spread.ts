import { randomFrom } from '../../dataset/random.ts';
import { loadHttp } from '../../support/load/http-load.ts';
import { anyEvent, picksInPgbench } from '../../support/load/random-picks.ts';
import { type Reader, removeRsvps } from '../../support/load/readers.ts';
import { compareLoads, roundRobinBearers } from '../../support/load/reading.ts';
import { rsvpScript } from '../../support/load/rsvp-statement.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { pgbenchLoad } from '../../support/servers/pgbench.ts';

/** Minimum ratio to pgbench. */
const target = 0.6;
const clients = 8;
const states = ['going', 'interested'];

/** RSVPs of the readers to any event. */
export const spreadRsvps = (bench: DatasetBench, url = bench.service.url): Load => {
  const random = randomFrom(8);
  const pick = anyEvent(bench);
  const bearer = roundRobinBearers(bench);
  return {
    what: '`POST /v1/events/:id/rsvp`, any event',
    run: () =>
      loadHttp({
        url,
        until: { seconds: bench.scale.datasetSeconds },
        requests: [
          {
            method: 'POST',
            setupRequest: (request) => ({
              ...request,
              path: `/v1/events/${pick(random)}/rsvp`,
              headers: { ...bearer(), 'content-type': 'application/json' },
              body: JSON.stringify({ status: states[random.below(states.length)] }),
            }),
          },
        ],
      }),
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const recorded = {
    eventId: anyEvent(bench)(randomFrom(9)),
    userId: (bench.readers[0] as Reader).userId,
  };
  const picks = picksInPgbench(bench, bench.readers.length);
  const scripts = [await rsvpScript(bench, recorded, picks, picks.sets)];
  const seconds = bench.scale.datasetSeconds;
  const service = spreadRsvps(bench);
  const pgbench = pgbenchLoad({ url: bench.server.url, scripts, clients, seconds });
  const name = `its statement through pgbench, ${clients} clients`;
  const finding = await compareLoads(bench, service, [{ load: pgbench, name, atLeast: target }]);
  await removeRsvps(bench);
  return [finding];
};

export const rsvpSpread: DatasetScenario = {
  name: 'rsvp-spread',
  about: 'RSVPs of 200 people to random events, durable when they are acknowledged.',
  measure,
};
