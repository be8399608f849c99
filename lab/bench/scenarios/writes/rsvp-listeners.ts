import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from '../../dataset/random.ts';
import { addListeners, removeListeners } from '../../support/load/listeners.ts';
import { anyEvent } from '../../support/load/random-picks.ts';
import { addReaders, removeRsvps } from '../../support/load/readers.ts';
import { compareLoads } from '../../support/load/reading.ts';
import type { Finding } from '../../support/report/finding.ts';
import type { Load } from '../../support/report/interleaved-rounds.ts';
import type { DatasetScenario } from '../../support/report/scenario.ts';
import type { DatasetBench } from '../../support/servers/dataset-bench.ts';
import { answerHot } from './rsvp-hot.ts';
import { spreadRsvps } from './rsvp-spread.ts';

/** Minimum ratio to RSVPs that no organizer hears of. */
const target = 0.95;

/** Organizers are told in rounds of a second: a run takes several of them. */
const times = 3;

/** A run of a load, and then of what it left to tell. */
const told = ({ bare }: DatasetBench, load: Load): Load => ({
  ...load,
  run: async () => {
    const measured = await load.run();
    while ((await bare.query('select from event_activity limit 1')).rows.length > 0) await delay(50);
    return measured;
  },
});

const measure: DatasetScenario['measure'] = async (opened) => {
  const scale = { ...opened.scale, datasetSeconds: opened.scale.datasetSeconds * times };
  const bench = { ...opened, scale };
  const { other } = bench;
  const hotEvent = anyEvent(bench)(randomFrom(10));
  const people = await addReaders(bench, scale.hotRsvps * times);
  // An interrupted run leaves them.
  await removeListeners(bench);
  const findings: Finding[] = [];
  for (const { loadTo, listenedTo } of [
    { loadTo: (url?: string) => answerHot(bench, hotEvent, people, url), listenedTo: hotEvent },
    { loadTo: (url?: string) => spreadRsvps(bench, url), listenedTo: undefined },
  ]) {
    const load = told(bench, loadTo());
    const heard: Load = {
      what: `${load.what}, whose organizer has a device`,
      run: async () => {
        await addListeners(bench, listenedTo);
        const measured = await load.run();
        await removeListeners(bench);
        return measured;
      },
    };
    const before = other && {
      ...told(bench, loadTo(other.url)),
      what: `the same at ${scale.against?.commit}`,
    };
    findings.push(
      await compareLoads(bench, heard, [
        { load, name: 'the same without a device', atLeast: target },
        { load: before, atLeast: target },
      ]),
    );
    await removeRsvps(bench);
  }
  return findings;
};

export const rsvpListeners: DatasetScenario = {
  name: 'rsvp-listeners',
  about: 'What answers cost their givers where organizers are pushed what happens to their events.',
  measure,
};
