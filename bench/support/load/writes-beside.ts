import { setTimeout as delay } from 'node:timers/promises';
import { type Random, randomFrom } from '../../dataset/random.ts';
import type { Load } from '../report/interleaved-rounds.ts';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { anyEvent } from './random-picks.ts';
import { removeRsvps } from './readers.ts';
import { roundRobin } from './reading.ts';

/** How many a second. */
export interface WriteRates {
  readonly rsvps: number;
  readonly eventChanges: number;
}

/** Many answers, few changes. */
export const usualWrites: WriteRates = { rsvps: 50, eventChanges: 2 };

/** The next write is due when the last one should have been sent, however long it took. */
const atRate = async (
  rate: number,
  isOver: () => boolean,
  write: () => Promise<unknown>,
): Promise<number> => {
  const began = performance.now();
  let written = 0;
  while (!isOver()) {
    await write();
    written += 1;
    await delay(Math.max(0, began + (written * 1000) / rate - performance.now()));
  }
  return written;
};

/**
 * The load with writes beside it, made by another process (this one) on the same database: RSVPs of people to any events,
 * and changes of any public events. Both are taken back.
 */
export const withWrites = (
  bench: DatasetBench,
  load: Load,
  { rsvps, eventChanges }: WriteRates = usualWrites,
): Load => {
  const random: Random = randomFrom(21);
  const pick = anyEvent(bench);
  const reader = roundRobin(bench.readers);
  return {
    what: `${load.what}, ${rsvps} RSVPs and ${eventChanges} event changes a second beside it`,
    run: async () => {
      let isOver = false;
      const changed: string[] = [];
      const change = async () => {
        const id = pick(random);
        await bench.bare.query('update event set price_minor = price_minor + 1 where id = $1', [id]);
        changed.push(id);
      };
      const answer = () =>
        bench.domain.answerRsvp({
          eventId: pick(random),
          userId: reader().userId,
          state: random.next() < 0.5 ? 'going' : 'interested',
        });
      const began = performance.now();
      const writers = [atRate(rsvps, () => isOver, answer), atRate(eventChanges, () => isOver, change)];
      try {
        return await load.run();
      } finally {
        isOver = true;
        const written = await Promise.all(writers);
        const seconds = (performance.now() - began) / 1000;
        const rates = written.map((count) => (count / seconds).toFixed(1));
        process.stderr.write(`beside it: ${rates[0]} RSVPs, ${rates[1]} event changes a second\n`);
        for (const id of changed)
          await bench.bare.query('update event set price_minor = price_minor - 1 where id = $1', [id]);
        await removeRsvps(bench);
      }
    },
  };
};
