// Writes at given rates in a process of its own (`writes-beside.ts`), until told to stop.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgres } from '@event-platform/adapters-postgres';
import { createDomain, type EventId, type UserId } from '@event-platform/domain';
import pg from 'pg';
import { benchDependencies } from '../servers/bench-dependencies.ts';

/** What to write, from the first on and again; how many a second. */
export interface Writes {
  readonly url: string;
  readonly rsvps: {
    readonly rate: number;
    readonly of: readonly {
      readonly eventId: EventId;
      readonly userId: UserId;
      readonly state: 'going' | 'interested';
    }[];
  };
  readonly eventChanges: { readonly rate: number; readonly of: readonly EventId[] };
}

/** What was written until the end. */
export interface Written {
  /** RSVPs a second. */
  readonly rsvps: number;
  /** Event changes a second. */
  readonly eventChanges: number;
  /** The events that were changed, once for each change. */
  readonly changed: readonly EventId[];
}

/** The next write is due when the last one should have been sent, however long it took. */
const atRate = async <Item>(
  { rate, of }: { readonly rate: number; readonly of: readonly Item[] },
  isOver: () => boolean,
  write: (item: Item) => Promise<unknown>,
): Promise<number> => {
  const began = performance.now();
  let written = 0;
  while (!isOver()) {
    await write(of[written % of.length] as Item);
    written += 1;
    await delay(Math.max(0, began + (written * 1000) / rate - performance.now()));
  }
  return written / ((performance.now() - began) / 1000);
};

const [{ url, rsvps, eventChanges }] = (await once(process, 'message')) as [Writes];
const postgres = await openPostgres({ url });
const domain = createDomain(benchDependencies(postgres));
const bare = new pg.Client({ connectionString: url });
await bare.connect();

let isOver = false;
process.once('message', () => {
  isOver = true;
});
process.send?.('ready');
const changed: EventId[] = [];
const [rsvpRate, changeRate] = await Promise.all([
  atRate(rsvps, () => isOver, domain.answerRsvp),
  atRate(
    eventChanges,
    () => isOver,
    async (id) => {
      await bare.query('update event set price_minor = price_minor + 1 where id = $1', [id]);
      changed.push(id);
    },
  ),
]);
const written: Written = { rsvps: rsvpRate, eventChanges: changeRate, changed };
process.send?.(written);
await bare.end();
await postgres.close();
process.disconnect?.();
