import { draftDefaults, type EventId, type ImportedEvent, type UserId } from '@event-platform/domain';
import type { Bench } from '../servers/bench.ts';
import { addPerson } from './people.ts';

const hourMs = 3_600_000;
const organizers = 20;
const slugs = ['music', 'arts', 'food', 'sports', 'tech'];
const things = ['concert', 'walk', 'dinner', 'match', 'workshop', 'reading', 'market'];
const places = ['canal', 'park', 'museum', 'library', 'harbour', 'station', 'garden', 'theatre', 'square'];

/** An event some hours from now, in one of many places; the first ones are ongoing. */
const eventOf = (number: number, now: Date): ImportedEvent => {
  const place = places[number % places.length];
  const startAt = new Date(now.getTime() + (number - 5) * hourMs);
  return {
    sourceKey: `bench:${number}`,
    draft: {
      ...draftDefaults,
      title: `${things[number % things.length]} number ${number} at the ${place}`,
      description: `Come to the ${place}, bring a friend and stay as long as you like. `.repeat(4).trim(),
      startAt,
      endAt: new Date(startAt.getTime() + 8 * hourMs),
      location: { address: `Street ${number}`, lat: 47 + (number % 80) / 10, lng: 6 + (number % 90) / 10 },
      category: slugs[number % slugs.length] as string,
      price: number % 30,
    },
  };
};

/** Public events by several organizers that have not ended; those of an earlier scenario stay. */
export const addEvents = async (bench: Bench, count: number): Promise<void> => {
  const now = bench.dependencies.clock.now();
  const all = Array.from({ length: count }, (_, number) => eventOf(number, now));
  for (let part = 0; part < organizers; part += 1) {
    const events = all.filter((_, number) => number % organizers === part);
    const organizerId = (await addPerson(bench)).id;
    const { faulty } = await bench.domain.importEvents({ organizerId, events });
    if (faulty.length > 0) throw new Error('Not all events were added');
  }
};

/** The ids of the soonest public events, page by page. */
export const soonestEvents = async ({ domain }: Bench, pages: number): Promise<readonly EventId[]> => {
  const ids: EventId[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const { items } = await domain.listEvents({ page, limit: 50, callerId: null });
    ids.push(...items.map(({ event: { id } }) => id));
  }
  return ids;
};

/** The person responds to every second event and saves every third. */
export const takeInterest = async (
  { domain }: Bench,
  userId: UserId,
  events: readonly EventId[],
): Promise<void> => {
  for (const [index, eventId] of events.entries()) {
    const state = index % 4 === 0 ? 'going' : 'interested';
    if (index % 2 === 0) await domain.answerRsvp({ eventId, userId, state });
    if (index % 3 === 0) await domain.saveEvent({ eventId, userId, saved: true });
  }
};
