import type { EventFilter, EventRecord, ListedEvent, Paged, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import fc from 'fast-check';
import t from 'tap';
import { openTwinCatalogs } from './twin-catalogs.ts';

/**
 * Pages in memory and single events show every confirmed change: lists that are read again and again, from two catalogs as
 * two processes have them, by two people and anonymously, between changes of all kinds and as time goes by.
 */
const { now, documentOf } = fixtures;
const hour = 3_600_000;
const at = (hours: number) => new Date(now.getTime() + hours * hour);

const everything = {
  area: null,
  category: null,
  isDated: false,
  startsBefore: null,
  recentSince: at(-24),
  text: null,
};
const berlin = { lat: 52.52, lng: 13.405, radiusKm: 50 };
/** Places in one tile: the pages of the first are kept, all others are made from the tile's. */
const nearby = (number: number) => ({
  ...berlin,
  lat: 52.5001 + number * 1e-5,
  lng: 13.3901 + number * 1e-5,
});
const words = (...words: readonly string[]) => words.map((word) => [{ word, prefix: false }]);
type Order = 'time' | 'relevance';
/** Each is asked for again and again: from the second time on it is kept. */
const lists: readonly [Omit<EventFilter, 'endsAfter'> & { readonly endsAfter?: Date }, number, Order?][] = [
  [everything, 1],
  [everything, 2],
  [{ ...everything, category: 'music' }, 1],
  [{ ...everything, category: 'tech' }, 1],
  [{ ...everything, area: berlin }, 1],
  [{ ...everything, area: berlin, category: 'music' }, 1],
  [{ ...everything, startsBefore: at(40) }, 1],
  [{ ...everything, isDated: true, endsAfter: at(-20), recentSince: at(-44) }, 1],
  [{ ...everything, isDated: true, endsAfter: at(10), startsBefore: at(30), category: 'music' }, 1],
  [{ ...everything, text: words('jazz') }, 1],
  [{ ...everything, text: words('market') }, 1, 'relevance'],
  [{ ...everything, text: [[{ word: 'm', prefix: true }]] }, 1, 'relevance'],
  [{ ...everything, text: words('ball', 'music') }, 2, 'relevance'],
  [{ ...everything, text: words('jazz'), area: berlin }, 1, 'relevance'],
  [{ ...everything, text: [[{ word: 'm', prefix: true }]], area: berlin }, 1, 'relevance'],
  [{ ...everything, text: words('market'), area: berlin }, 1],
  [
    {
      ...everything,
      text: words('jazz'),
      isDated: true,
      endsAfter: at(-20),
      recentSince: at(-44),
      startsBefore: at(30),
    },
    1,
  ],
];
const limit = 6;

/** The fields in one order. */
const fieldsOf = (event: object | null | undefined) =>
  event && Object.entries(event).toSorted(([one], [other]) => (one < other ? -1 : 1));

const event = fc
  .record({
    title: fc.constantFrom('Jazz', 'Market', 'Ball'),
    category: fc.constantFrom('music', 'tech', 'food'),
    start: fc.integer({ min: -30, max: 60 }),
    hours: fc.integer({ min: 1, max: 30 }),
    // On either side of the circle, and so close to its edge that it depends on the place.
    lat: fc.oneof(
      fc.constantFrom(52.5, 52.9, 53.1, -33),
      fc.double({ min: 52.9495, max: 52.965, noNaN: true }),
    ),
    visibility: fc.constantFrom('public', 'public', 'private'),
  })
  .map(
    ({ start, hours, lat, ...rest }): Partial<EventRecord> => ({
      ...rest,
      startAt: at(start),
      endAt: at(start + hours),
      location: { address: 'Somewhere', lat, lng: 13.4 },
    }),
  );

const change = fc.record({
  kind: fc.constantFrom(
    'add',
    'change',
    'retitle',
    'publish',
    'hide',
    'cancel',
    'remove',
    'answer',
    'answer',
    'save',
    'unsave',
    'sweep',
    'time',
    'category',
    'script',
    'nothing',
    'nothing',
  ),
  which: fc.nat(),
  to: event,
  by: fc.nat(1),
  state: fc.constantFrom('going', 'interested', null),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

await t.test('kept pages are those of the model after any history of changes', async (t) => {
  const twins = await openTwinCatalogs();
  t.teardown(twins.close);
  const { stores: both, organizer, caller } = twins;
  let plans = 0;
  const onPlan = () => {
    plans += 1;
  };
  /** The catalogs of two processes; those for lists of areas are apart, as tiles are loaded in the background. */
  const processes = [0, 1].map(() => ({ plain: twins.catalog({ onPlan }), ofAreas: twins.catalog({}) }));
  const people: readonly (UserId | null)[] = [organizer.id, caller.id, null];
  const records: EventRecord[] = [];
  let hours = 0;
  for (const changes of fc.sample(event, { numRuns: 40, seed: 2 })) records.push(await twins.add(changes));

  const apply = async ({ kind, which, to, by, state }: Change) => {
    const target = records[which % records.length] as EventRecord;
    const user = by === 0 ? organizer.id : caller.id;
    if (kind === 'time') hours += (which % 5) / 2;
    if (kind === 'sweep') await twins.postgres.sweep(at(hours));
    if (kind === 'add') records.push(await twins.add(to));
    if (kind === 'category') await twins.renameCategory('music', `Music ${which}`);
    if (kind === 'script') await twins.query('update event set title = title where id = $1', [target.id]);
    for (const { events, rsvps, saved } of both) {
      const record = await events.find(target.id);
      if (!record) continue;
      const set = (changes: Partial<EventRecord>) =>
        events.change(record.id, record.sequence, changes, documentOf({ ...record, ...changes }), at(hours));
      if (kind === 'change') await set(to);
      if (kind === 'retitle') await set({ title: `Title ${which}` });
      if (kind === 'publish') await set({ visibility: 'public' });
      if (kind === 'hide') await set({ visibility: 'private' });
      if (kind === 'cancel') await events.cancel(record.id, now);
      if (kind === 'remove') await events.remove(record.id);
      if (kind === 'answer') await rsvps.set(record.id, user, state, now);
      if (kind === 'save') await saved.save(record.id, user, now);
      if (kind === 'unsave') await saved.unsave(record.id, user);
    }
  };

  let places = 0;
  /** Mostly a place at which no list was asked for before. */
  const somewhereNear = (area: typeof berlin) => {
    places += 1;
    return { area: places % 3 === 0 ? area : nearby(places % 1_000) };
  };

  let reads = 0;
  let shared = 0;
  const anonymous = new Map<string, Paged<ListedEvent>>();
  const compare = async (list: number, process: number, person: number) => {
    const [filter, page, order = 'time'] = lists[list] as (typeof lists)[number];
    const eventFilter: EventFilter = {
      endsAfter: at(hours),
      ...filter,
      ...(filter.area && somewhereNear(filter.area)),
    };
    const by = people[person] ?? null;
    const expected = JSON.stringify(await twins.model.list(eventFilter, order, by, { page, limit }));
    const name = JSON.stringify([list, process, eventFilter.area]);
    const catalog = processes[process]?.[filter.area ? 'ofAreas' : 'plain'];
    const actual = await catalog?.list(eventFilter, order, by, { page, limit });
    if (!filter.area) reads += 1;
    if (actual && by === null) {
      if (actual === anonymous.get(name)) shared += 1;
      anonymous.set(name, actual);
    }
    if (JSON.stringify(actual) !== expected)
      throw new Error(
        `list ${list}, process ${process}, person ${person}:\n${JSON.stringify(actual)}\n${expected}`,
      );
  };

  const compareEvent = async (which: number, process: number, person: number) => {
    const { id } = records[which % records.length] as EventRecord;
    const by = people[person] ?? null;
    const expected = JSON.stringify(fieldsOf(await twins.model.detail(id, by, at(hours))));
    const actual = await processes[process]?.plain.detail(id, by, at(hours));
    if (JSON.stringify(fieldsOf(actual)) !== expected)
      throw new Error(`event, person ${person}:\n${JSON.stringify(actual)}\n${expected}`);
  };

  const read = fc.tuple(fc.nat(lists.length - 1), fc.nat(1), fc.nat(2));
  const readEvent = fc.tuple(fc.nat(), fc.nat(1), fc.nat(2));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          change,
          fc.array(read, { minLength: 4, maxLength: 14 }),
          fc.array(readEvent, { minLength: 1, maxLength: 8 }),
        ),
        { minLength: 1, maxLength: 6 },
      ),
      async (history) => {
        for (const [step, request, events] of history) {
          await apply(step);
          // At once, as requests come: they share statements.
          await Promise.all([
            ...request.map((one) => compare(...one)),
            ...events.map((one) => compareEvent(...one)),
          ]);
        }
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
  t.comment(`${reads} lists, ${plans} statements; ${shared} were the same object`);
  t.ok(plans < 0.7 * reads, 'most pages come from memory');
  t.ok(shared > 10);
});

await t.test('a search shows a change of an event with more words than are recorded', async (t) => {
  const twins = await openTwinCatalogs();
  t.teardown(twins.close);
  const catalog = twins.catalog({});
  const description = Array.from({ length: 400 }, (_, number) => `word${number}`).join(' ');
  const long = await twins.add({ title: 'Jazz', description, startAt: at(1), endAt: at(2) });
  const filter = { ...everything, endsAfter: now, text: words('jazz') };
  const titles = async () => {
    const { items } = await catalog.list(filter, 'relevance', null, { page: 1, limit });
    return items.map(({ event: { title } }) => title);
  };
  await titles();
  t.strictSame(await titles(), ['Jazz'], 'kept');
  const changes = { title: 'Blues' };
  const [{ events }] = twins.stores;
  await events.change(long.id, long.sequence, changes, documentOf({ ...long, ...changes }), now);
  t.strictSame(await titles(), []);
});

await t.test('anonymous callers who ask at once get one list, whatever changed before', async (t) => {
  const twins = await openTwinCatalogs();
  t.teardown(twins.close);
  const catalog = twins.catalog({});
  const { id } = await twins.add({ startAt: at(1), endAt: at(2) });
  const filter = { ...everything, endsAfter: now };
  const askAtOnce = () =>
    Promise.all(Array.from({ length: 8 }, () => catalog.list(filter, 'time', null, { page: 1, limit })));
  await askAtOnce();
  for (const [rsvp, count] of [
    ['going', 1],
    [null, 0],
  ] as const) {
    await twins.stores[0].rsvps.set(id, twins.caller.id, rsvp, now);
    await askAtOnce();
    const lists = await askAtOnce();
    t.equal(new Set(lists).size, 1, 'one object');
    t.equal(lists[0]?.items[0]?.rsvpCount, count);
  }
});

type Moves = Awaited<ReturnType<typeof openTwinCatalogs>>;
/** How an event is hidden and shown again by odd and even steps, and whether its title then is the number. */
const waysToHide = {
  'its organizer hides': {
    isNumbered: true,
    move: async ([stores]: Moves['stores'], movingEvent: EventRecord, number: number) => {
      const changes = { title: String(number), visibility: number % 2 === 0 ? 'public' : 'private' } as const;
      await stores.events.change(
        movingEvent.id,
        number - 1,
        changes,
        documentOf({ ...movingEvent, ...changes }),
        now,
      );
    },
  },
  'operators hide': {
    isNumbered: false,
    move: async ([{ moderation }]: Moves['stores'], { id }: EventRecord, number: number) => {
      if (number % 2 === 1) await moderation.takeDown(id, { reason: 'Fraud.', at: now });
      else await moderation.restore(id);
    },
  },
};

for (const [who, { isNumbered, move }] of Object.entries(waysToHide))
  await t.test(`no race makes a page show what ${who}, what is out of date or another user’s`, async (t) => {
    const twins = await openTwinCatalogs();
    t.teardown(twins.close);
    const [stores] = twins.stores;
    const { organizer: ada, caller: ben } = twins;
    const processes = [twins.catalog({}), twins.catalog({})];
    for (let number = 0; number < 8; number += 1)
      await twins.add({ startAt: at(10 + number), endAt: at(11 + number), category: 'music' });
    const movingEvent = await twins.add({ title: '0', startAt: at(1), endAt: at(2), category: 'music' });
    const eventWithRsvps = await twins.add({ startAt: at(3), endAt: at(4), category: 'music' });
    const bens = await twins.add({ startAt: at(5), endAt: at(6), category: 'music' });
    await stores.rsvps.set(bens.id, ben.id, 'interested', now);
    await stores.saved.save(bens.id, ben.id, now);

    /** Steps of a writer: which one has begun, and which one is confirmed. */
    const visibility = { begun: 0, confirmed: 0 };
    const answers = { begun: 0, confirmed: 0 };
    /** Even steps take back what the odd ones did. */
    const answer = async (number: number) => {
      const isOn = number % 2 === 1;
      await stores.rsvps.set(eventWithRsvps.id, ada.id, isOn ? 'going' : null, now);
      await (isOn
        ? stores.saved.save(eventWithRsvps.id, ada.id, now)
        : stores.saved.unsave(eventWithRsvps.id, ada.id));
    };

    const faults: string[] = [];
    const read = async (number: number) => {
      const caller = [ada.id, ben.id, null][number % 3] ?? null;
      const before = { moved: visibility.confirmed, answered: answers.confirmed };
      const { items } =
        (await processes[number % 2]?.list(
          { ...everything, category: 'music', endsAfter: now },
          'time',
          caller,
          { page: 1, limit: 5 },
        )) ?? {};
      const check = (isRight: boolean | undefined, what: string) => {
        if (!isRight) faults.push(`${what} at ${JSON.stringify(before)}, caller ${number % 3}`);
      };
      const item = items?.find(({ event: { id } }) => id === movingEvent.id)?.event;
      const version = Number(item?.title ?? Number.NaN);
      if (item) check(item.visibility === 'public' && version % 2 === 0, 'a hidden event');
      if (item && isNumbered)
        check(version >= before.moved && version <= visibility.begun, `version ${version}`);
      if (visibility.begun === before.moved) check(Boolean(item) === (before.moved % 2 === 0), 'a late page');
      const own = items?.find(({ event: { id } }) => id === eventWithRsvps.id);
      if (caller === ada.id && answers.begun === before.answered) {
        const isOn = before.answered % 2 === 1;
        check(own?.isSaved === isOn && own.myRsvp === (isOn ? 'going' : null), 'late flags');
        check(own?.rsvpCount === Number(isOn), 'a late count');
      }
      for (const {
        event: { id },
        myRsvp,
        isSaved,
      } of items ?? []) {
        const isHers = caller === ada.id && id === eventWithRsvps.id;
        const isHis = caller === ben.id && id === bens.id;
        if (isHis) check(myRsvp === 'interested' && isSaved, 'lost flags');
        else if (!isHers) check(myRsvp === null && !isSaved, 'flags of another user');
      }
    };

    /** The same of single events. */
    const readEvents = async (number: number) => {
      const caller = [ben.id, null][number % 2] ?? null;
      const process = processes[number % 2];
      const before = { moved: visibility.confirmed, answered: answers.confirmed };
      const check = (isRight: boolean | undefined, what: string) => {
        if (!isRight) faults.push(`${what} by id at ${JSON.stringify(before)}, caller ${number % 2}`);
      };
      const [anonymous, hers, his] = await Promise.all(
        [movingEvent, eventWithRsvps, bens].map(({ id }) => process?.detail(id, caller, now)),
      );
      const version = Number(anonymous?.title ?? Number.NaN);
      if (anonymous) check(anonymous.visibility === 'public' && version % 2 === 0, 'a hidden event');
      if (anonymous && isNumbered)
        check(version >= before.moved && version <= visibility.begun, `version ${version}`);
      if (visibility.begun === before.moved)
        check(Boolean(anonymous) === (before.moved % 2 === 0), 'a late event');
      check(hers?.myRsvp === null && !hers.isSaved, 'flags of another user');
      if (answers.begun === before.answered) check(hers?.rsvpCount === before.answered % 2, 'a late count');
      check(his?.isSaved === (caller === ben.id), 'flags of another user');
    };

    /** Each step races with a read of its own, however busy the machine is. */
    const step = async (progress: typeof visibility, work: (number: number) => Promise<unknown>) => {
      for (let number = 1; number <= 80; number += 1) {
        progress.begun = number;
        const racing = Promise.all([read(number), readEvents(number)]);
        await work(number);
        progress.confirmed = number;
        await racing;
      }
    };
    let isOver = false;
    const keepReading = async (first: number) => {
      for (let number = first; !isOver; number += 7) await Promise.all([read(number), readEvents(number)]);
    };
    const readers = [0, 1, 2, 3, 4, 5, 6].map(keepReading);
    await Promise.all([
      step(visibility, (number) => move(twins.stores, movingEvent, number)),
      step(answers, answer),
    ]);
    isOver = true;
    await Promise.all(readers);
    for (let number = 0; number < 6; number += 1) await read(number);
    t.strictSame(faults, []);

    // Nothing of an erased account stays with any user's page.
    await stores.users.erase(ben.id, now);
    for (const process of processes)
      for (const caller of [ada.id, ben.id, null]) {
        const filter = { ...everything, category: 'music', endsAfter: now };
        const { items } = await process.list(filter, 'time', caller, { page: 1, limit: 5 });
        const his = items.find(({ event: { id } }) => id === bens.id);
        t.match(his, { rsvpCount: 0, myRsvp: null, isSaved: false });
        const event = await process.detail(bens.id, caller, now);
        t.match(event, { rsvpCount: 0, myRsvp: null, isSaved: false });
      }
  });
