import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EventId } from '@event-platform/domain';
import { type Random, randomFrom } from '../../dataset/random.ts';
import type { Load } from '../report/interleaved-rounds.ts';
import type { DatasetBench } from '../servers/dataset-bench.ts';
import { anyEvent } from './random-picks.ts';
import { removeRsvps } from './readers.ts';
import { roundRobin } from './reading.ts';
import type { Writes, Written } from './writer.ts';

/** Many answers, few changes; a second. */
const [rsvps, eventChanges] = [50, 2];

/** Enough for a minute; then the first ones come again. */
const seconds = 60;
const program = fileURLToPath(new URL('writer.ts', import.meta.url));

const reply = async (writer: ChildProcess): Promise<unknown> => {
  const endPromise = once(writer, 'exit').then(() => {
    throw new Error('The writer ended early');
  });
  const [message] = await Promise.race([once(writer, 'message'), endPromise]);
  return message;
};

/**
 * The load with writes beside it, made by another process on the same database (this one is busy sending requests): RSVPs
 * of people to any events, and changes of any public events. Both are taken back.
 */
export const withWrites = (bench: DatasetBench, load: Load): Load => {
  const random: Random = randomFrom(21);
  const pick = anyEvent(bench);
  const reader = roundRobin(bench.readers);
  const any = () => pick(random) as EventId;
  const times = <Item>(rate: number, make: () => Item): Item[] =>
    Array.from({ length: rate * seconds }, make);
  const writes = (): Writes => ({
    url: bench.server.url,
    rsvps: {
      rate: rsvps,
      of: times(rsvps, () => ({
        eventId: any(),
        userId: reader().userId,
        state: random.next() < 0.5 ? 'going' : 'interested',
      })),
    },
    eventChanges: { rate: eventChanges, of: times(eventChanges, any) },
  });
  return {
    what: `${load.what}, beside writes`,
    run: async () => {
      const writer = fork(program);
      const end = () => writer.kill('SIGKILL');
      process.once('exit', end);
      writer.send(writes());
      await reply(writer);
      try {
        return await load.run();
      } finally {
        writer.send('stop');
        const written = (await reply(writer)) as Written;
        process.off('exit', end);
        process.stderr.write(
          `beside it: ${written.rsvps.toFixed(1)} RSVPs, ${written.eventChanges.toFixed(1)} event changes a second\n`,
        );
        for (const id of written.changed)
          await bench.bare.query('update event set price_minor = price_minor - 1 where id = $1', [id]);
        await removeRsvps(bench);
      }
    },
  };
};
