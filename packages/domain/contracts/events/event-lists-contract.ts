import type { EventChanges, ListedEvent } from '../../src/events/event.ts';
import type { RsvpState } from '../../src/events/rsvp.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { Paged } from '../../src/paging.ts';
import { after, day } from '../../src/time.ts';
import { addEvent, addUser, anyEvent, documentOf, now } from '../fixtures.ts';
import { type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';
import { someSeries } from '../series/series-fixtures.ts';
import { isListed, type PlainEvent, plainEvent, plainList } from './plain-lists.ts';
import {
  type ListQuery,
  type Owners,
  type RandomNumbers,
  randomChanges,
  randomEvent,
  randomNumbers,
  randomQuery,
} from './random-lists.ts';

type Ports = Needs<
  'categories' | 'eventCatalog' | 'events' | 'moderation' | 'rsvps' | 'saved' | 'series' | 'users',
  'unitOfWork'
>;

/** What is stored, as the model sees it. */
interface Stored {
  readonly owners: Owners;
  readonly events: Map<EventId, PlainEvent>;
  readonly rsvps: Map<string, RsvpState>;
  readonly saved: Set<string>;
}

const keyOf = (event: EventId, user: UserId): string => `${event} ${user}`;

const peopleAndSeries = async ({ categories, series, users }: Ports['stores']): Promise<Owners> => {
  await categories.ensure([{ slug: 'tech', name: 'Tech', emoji: '💻' }]);
  const organizers = [(await addUser({ users })).id, (await addUser({ users })).id] as const;
  const oneSeries = someSeries(organizers[0]);
  await series.add(oneSeries);
  return { organizers, series: oneSeries.id };
};

/** Changes what is stored in a random way, and then what the model has. */
const changeSomething = async (stores: Ports['stores'], stored: Stored, random: RandomNumbers) => {
  const { events, owners } = stored;
  const kinds = ['add', 'add', 'change', 'change', 'cancel', 'remove', 'hide', 'show', 'rsvp', 'save'];
  const kind = random.pick(kinds);
  const { event } = random.pick([...events.values()]);
  const person = random.pick(owners.organizers);
  let { id } = event;
  if (kind === 'add') ({ id } = await addEvent(stores, randomEvent(random, owners)));
  if (kind === 'change') {
    const changes = randomChanges(random);
    const document = documentOf({ ...event, ...changes });
    await stores.events.change(id, event.sequence, changes, document, now);
  }
  if (kind === 'cancel') await stores.events.cancel(id, now);
  if (kind === 'remove') await stores.events.remove(id);
  if (kind === 'hide') await stores.moderation.takeDown(id, { reason: 'It sells watches.', at: now });
  if (kind === 'show') await stores.moderation.restore(id);
  if (kind === 'rsvp') {
    const state = random.pick(['going', 'interested', null] as const);
    const result = await stores.rsvps.set(id, person, state, now);
    if (typeof result === 'object' && result) stored.rsvps.set(keyOf(id, person), state);
  }
  if (kind === 'save') {
    await stores.saved.save(id, person, now);
    stored.saved.add(keyOf(id, person));
  }
  await look(stores, stored, id);
};

/** Gives the model the event as it is stored now. */
const look = async (stores: Ports['stores'], { events }: Stored, id: EventId) => {
  const event = await stores.events.find(id);
  if (event) events.set(id, plainEvent(event));
  else events.delete(id);
};

const fill = async (stores: Ports['stores'], random: RandomNumbers, count: number): Promise<Stored> => {
  const owners = await peopleAndSeries(stores);
  const stored: Stored = { owners, events: new Map(), rsvps: new Map(), saved: new Set() };
  for (let number = 0; number < count; number += 1) {
    const { id } = await addEvent(stores, randomEvent(random, owners));
    await look(stores, stored, id);
  }
  return stored;
};

const list = ({ eventCatalog }: Ports['stores'], { filter, order, caller, page }: ListQuery) =>
  eventCatalog.list(filter, order, caller, page);

const idsOf = ({ items }: Paged<ListedEvent>): readonly EventId[] => items.map(({ event }) => event.id);

/** What is compared of an answer. */
const shown = ({ total, page, limit, items }: Paged<ListedEvent>) => ({
  ...{ total, page, limit },
  items: items.map(({ event, rsvpCount, myRsvp, isSaved, laterDates = null }) => {
    const { id, title, startAt, category, status } = event;
    const interest = { rsvpCount, myRsvp, isSaved, laterDates };
    return { id, title, startAt, category: category.slug, status, ...interest };
  }),
});

/** The same, by the model. */
const expected = ({ events, rsvps, saved }: Stored, query: ListQuery): ReturnType<typeof shown> => {
  const { total, ids, laterDates } = plainList([...events.values()], query.filter, query.order, query.page);
  const states = (id: EventId) => [...rsvps].filter(([key, state]) => state && key.startsWith(id));
  const item = (id: EventId, index: number) => {
    const { title, startAt, category, status } = (events.get(id) as PlainEvent).event;
    const own = query.caller === null ? '' : keyOf(id, query.caller);
    const [myRsvp, isSaved] = [rsvps.get(own) ?? null, saved.has(own)];
    const interest = { rsvpCount: states(id).length, myRsvp, isSaved };
    return { id, title, startAt, category, status, ...interest, laterDates: laterDates?.[index] ?? null };
  };
  const { page, limit } = query.page;
  return { total, page, limit, items: ids.map(item) };
};

/** The events as they are now. They are never changed in place. */
const stateOf = ({ events }: Stored): readonly PlainEvent[] => [...events.values()];

interface Answer {
  readonly query: ListQuery;
  readonly list: Paged<ListedEvent>;
  /** How many changes had ended when it was asked for, and how many had begun when it came. */
  readonly since: number;
  readonly until: number;
}

/**
 * Whether an answer is of its time: its page is that of one of the states that there were meanwhile, but for events which a
 * later one of them does not list, as an event that is found may be gone before it is read; its total is that of one, too.
 */
const isOfItsTime = (states: readonly (readonly PlainEvent[])[], { query, list, since, until }: Answer) => {
  const meanwhile = states.slice(since, until + 1);
  const found = meanwhile.map((events) => plainList(events, query.filter, query.order, query.page));
  const ids = JSON.stringify(idsOf(list));
  const listedIn = (events: readonly PlainEvent[]) =>
    new Set(events.filter(({ event }) => isListed(event)).map(({ event }) => event.id));
  const isThis = (page: readonly EventId[]) => (later: readonly PlainEvent[]) =>
    JSON.stringify(page.filter((id) => listedIn(later).has(id))) === ids;
  return (
    found.some(({ total }) => total === list.total) &&
    found.some((page, index) => meanwhile.slice(index).some(isThis(page.ids)))
  );
};

/**
 * `EventCatalog.list` in full: exact pages and totals for any filter, order, page and caller, with changes between and during
 * lists. @param seed of the random events and lists; a failure tells it
 */
export const eventListsContract = async (
  t: TestScope,
  open: Open<Ports>,
  seed = Math.floor(Math.random() * 2 ** 31),
): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'gives exact pages for any list, after any change', async (t, { stores }) => {
    const random = randomNumbers(seed);
    const stored = await fill(stores, random, 100);
    let filled = 0;
    for (let round = 0; round < 250; round += 1) {
      for (const _ of random.some(0, 2, () => round)) await changeSomething(stores, stored, random);
      const query = randomQuery(random, stored.owners);
      const wanted = expected(stored, query);
      if (wanted.items.length > 0) filled += 1;
      // The second time with what was learned the first time.
      for (const time of ['first', 'second']) {
        const actual = shown(await list(stores, query));
        if (JSON.stringify(actual) !== JSON.stringify(wanted))
          return void t.strictSame(actual, wanted, `${time}, seed ${seed}: ${JSON.stringify(query)}`);
      }
    }
    t.ok(filled > 50, `${filled} of the lists held something, seed ${seed}`);
  });

  await example(t, 'gives a list of its time while events are changed', async (t, { stores }) => {
    const random = randomNumbers(seed);
    const stored = await fill(stores, random, 40);
    const states = [stateOf(stored)];
    let begun = 0;
    const answers: Answer[] = [];
    let isWriting = true;
    const write = async () => {
      while (begun < 40 || answers.length < 10) {
        begun += 1;
        await changeSomething(stores, stored, random);
        states.push(stateOf(stored));
      }
      isWriting = false;
    };
    const read = async (number: number) => {
      const own = randomNumbers(seed + number);
      while (isWriting) {
        const query = randomQuery(own, stored.owners);
        const since = states.length - 1;
        const answer = await list(stores, query);
        answers.push({ query, list: answer, since, until: begun });
      }
    };
    await Promise.all([write(), read(1), read(2), read(3)]);
    const wrong = answers.find((answer) => !isOfItsTime(states, answer));
    t.equal(JSON.stringify(wrong?.query), undefined, `seed ${seed}: ${wrong && idsOf(wrong.list)}`);
  });

  await example(
    t,
    'lists what a unit of work changed once it resolves, and never if it rejects',
    async (t, adapters) => {
      const { stores, unitOfWork } = adapters;
      const { id: organizerId } = await addUser(stores);
      const event = await addEvent(stores, {
        organizerId,
        startAt: after(now, day),
        endAt: after(now, 2 * day),
      });
      const move = async (inside: Pick<Ports['stores'], 'events'>, days: number, sequence: number) => {
        const changes: EventChanges = { startAt: after(now, days * day), endAt: after(now, 9 * day) };
        await inside.events.change(event.id, sequence, changes, documentOf(event), now);
      };
      const total = async ({ eventCatalog }: Pick<Ports['stores'], 'eventCatalog'>, beforeDay: number) => {
        const filter = { ...anyEvent, startsBefore: after(now, beforeDay * day) };
        return (await eventCatalog.list(filter, 'time', null, { page: 1, limit: 9 })).total;
      };
      await rolledBack(t, adapters, async (inside) => {
        await move(inside, 4, 0);
        t.strictSame([await total(inside, 3), await total(inside, 5)], [0, 1], 'it lists what it changed');
        await inside.events.remove(event.id);
        await addEvent(inside, { organizerId });
        t.equal(await total(inside, 5), 1);
      });
      t.strictSame([await total(stores, 3), await total(stores, 5)], [1, 1]);
      await unitOfWork.run((inside) => move(inside, 4, 0));
      t.strictSame([await total(stores, 3), await total(stores, 5)], [0, 1]);
    },
  );
};
