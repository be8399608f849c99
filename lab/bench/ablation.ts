// What each accelerator gains, asked as users ask, writes beside: npm run ablation -- [NAME...] [--dataset 1m] [--rounds 3]

import { parseArgs } from 'node:util';
import { acceleratorNames } from '@event-platform/adapters-postgres';
import { randomFrom } from './dataset/random.ts';
import { eventReading } from './scenarios/reads/event-by-id.ts';
import { categoryReading } from './scenarios/reads/list-by-category.ts';
import { wholeCityReading } from './scenarios/reads/nearby.ts';
import { searchReading } from './scenarios/reads/search.ts';
import { openEvents, spreadBookings } from './scenarios/writes/booking-spread.ts';
import { answerHot } from './scenarios/writes/rsvp-hot.ts';
import { spreadRsvps } from './scenarios/writes/rsvp-spread.ts';
import { removeBookings } from './support/load/bookings.ts';
import { anyEvent } from './support/load/random-picks.ts';
import { addReaders, removeRsvps } from './support/load/readers.ts';
import { serviceLoad } from './support/load/reading.ts';
import { withWrites } from './support/load/writes-beside.ts';
import { ratioOf } from './support/report/finding.ts';
import { interleavedRounds, type Load } from './support/report/interleaved-rounds.ts';
import { medianOf } from './support/report/measured.ts';
import { type DatasetBench, openDatasetBench } from './support/servers/dataset-bench.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dataset: { type: 'string', default: '1m' },
    rounds: { type: 'string', default: '3' },
  },
});

/** Less than this gain in its own case, and an accelerator goes. */
const leastGain = 1.5;
const hotPeople = 2_000;

/** The cases that each is there for. Standbys gain with more than one server: their figure is the writer's processor time (docs/scale.md). */
const casesOf: Readonly<Record<string, (bench: DatasetBench) => Promise<Load[]>>> = {
  'listing-index': async (bench) =>
    [categoryReading(bench), wholeCityReading(bench), searchReading(bench)].map((reading) =>
      withWrites(bench, serviceLoad(bench, { ...reading, times: 2 })),
    ),
  'request-reads': async (bench) => [serviceLoad(bench, eventReading(bench))],
  'write-batches': async (bench) => [
    answerHot(bench, anyEvent(bench)(randomFrom(10)), await addReaders(bench, hotPeople)),
    spreadRsvps(bench),
    spreadBookings(bench, await openEvents(bench)),
  ],
};

const bench = await openDatasetBench(
  values.dataset,
  {
    ...{ rounds: 1, seconds: 1, events: 0, signIns: 0, sessions: 0, refreshes: 0, minutes: 0, against: null },
    ...{ datasets: [values.dataset], datasetRounds: Number(values.rounds), datasetSeconds: 3, pageReads: 0 },
    hotRsvps: hotPeople,
    importedEvents: 0,
  },
  [],
);
try {
  process.stdout.write('| accelerator | load | with, /s | without, /s | gains |\n|---|---|--:|--:|--:|\n');
  for (const name of acceleratorNames) {
    const makeCases = casesOf[name];
    if (!makeCases || (positionals.length > 0 && !positionals.includes(name))) continue;
    const others = acceleratorNames.filter((other) => other !== name);
    const plain = await bench.startBeside({ ACCELERATORS: others.join(',') });
    const [loads, same] = [await makeCases(bench), await makeCases({ ...bench, service: plain })];
    for (const [index, load] of loads.entries()) {
      const runs = await interleavedRounds(bench.scale.datasetRounds + 1, [load, same[index] as Load]);
      // The first round is a warm-up.
      const [fast = [], slow = []] = runs.map((all) => all.slice(1));
      const gain = ratioOf(fast, slow);
      if (gain < leastGain) process.exitCode = 1;
      const rates = [fast, slow].map((one) => Math.round(medianOf(one).rate).toLocaleString('en'));
      process.stdout.write(`| ${name} | ${load.what} | ${rates.join(' | ')} | ${gain.toFixed(1)} × |\n`);
    }
    await plain.stop();
  }
} finally {
  await removeBookings(bench);
  await removeRsvps(bench);
  await bench.close();
}
