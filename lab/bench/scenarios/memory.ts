import { setTimeout as delay } from 'node:timers/promises';
import { residentMb } from '../../local/processes.ts';
import { cities, pickCity, placeIn } from '../dataset/cities.ts';
import { type Random, randomFrom } from '../dataset/random.ts';
import { pickWord, vocabulary } from '../dataset/words.ts';
import { type LoadRequest, loadHttp } from '../support/load/http-load.ts';
import { anyEvent } from '../support/load/random-picks.ts';
import { removeRsvps } from '../support/load/readers.ts';
import { roundRobin } from '../support/load/reading.ts';
import { serviceLine } from '../support/report/finding.ts';
import { median } from '../support/report/measured.ts';
import type { DatasetScenario } from '../support/report/scenario.ts';
import type { DatasetBench } from '../support/servers/dataset-bench.ts';

/** With the index of a million events. */
const maxMegabytes = 420;
/** Maximum ratio of the median of the last third to that of the middle third. */
const maxGrowth = 1.1;
const samples = 30;

type Mixed = LoadRequest & { readonly method: 'GET' | 'POST'; readonly body?: string };

/** Mixed requests: half of the reads are anonymous, one request in ten is an RSVP. */
const mixOf = (bench: DatasetBench): ((random: Random) => Mixed) => {
  const pick = anyEvent(bench);
  const reader = roundRobin(bench.readers);
  const bearer = () => ({ authorization: `Bearer ${bench.issueToken(reader())}` });
  const read = (path: string, random: Random): Mixed => ({
    method: 'GET',
    path,
    headers: random.next() < 0.5 ? bearer() : {},
    body: '',
  });
  return (random) => {
    const kind = random.next();
    if (kind < 0.1)
      return {
        method: 'POST',
        path: `/v1/events/${pick(random)}/rsvp`,
        headers: { ...bearer(), 'content-type': 'application/json' },
        body: '{"status":"going"}',
      };
    if (kind < 0.3) return read(`/v1/events?page=${1 + random.below(20)}`, random);
    if (kind < 0.5) return read(`/v1/events/${pick(random)}`, random);
    if (kind < 0.7)
      return read(`/v1/events/search?q=${encodeURIComponent(vocabulary[pickWord(random)] ?? '')}`, random);
    const { lat, lng } = placeIn(cities[pickCity(random)] as (typeof cities)[number], random);
    return read(`/v1/events?lat=${lat}&lng=${lng}`, random);
  };
};

const measure: DatasetScenario['measure'] = async (bench) => {
  const { minutes } = bench.scale;
  const seconds = minutes * 60;
  const random = randomFrom(11);
  const mix = mixOf(bench);
  const series: number[] = [];
  await bench.eventLoopDelay();
  const load = loadHttp({
    url: bench.service.url,
    until: { seconds },
    requests: [{ setupRequest: (request) => ({ ...request, ...mix(random) }) }],
  });
  let isOver = false;
  const over = load.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  while (!isOver) {
    series.push(residentMb(bench.service.pid));
    await Promise.race([delay((seconds * 1000) / samples), over]);
  }
  const measurement = await over;
  const loopDelay = await bench.eventLoopDelay();
  await removeRsvps(bench);
  const third = Math.ceil(series.length / 3);
  const growth = median(series.slice(-third)) / median(series.slice(-2 * third, -third));
  const isMet = Math.max(...series) <= maxMegabytes && growth <= maxGrowth;
  const values = series.map((megabytes) => Math.round(megabytes)).join(' ');
  return [
    {
      rows: bench.rows,
      lines: [
        serviceLine(
          `mixed load for ${minutes} minutes; resident MB: ${values}; ratio of last to middle third ${growth.toFixed(2)}; ms that the event loop was held at p99, p99.9: ${loopDelay.p99.toFixed(1)}, ${loopDelay.p999.toFixed(1)}`,
          [measurement],
          { target: `≤ ${maxMegabytes} MB, flat`, isMet: () => isMet },
        ),
      ],
    },
  ];
};

export const memory: DatasetScenario = {
  name: 'memory',
  about:
    'The memory of the service under a mix of lists, areas, searches, single events and RSVPs. Runs with `--minutes` only.',
  measure,
};
