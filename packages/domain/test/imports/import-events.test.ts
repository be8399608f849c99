import fc from 'fast-check';
import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { EventDraft } from '../../src/events/event-fields.ts';
import { nameOfSlug } from '../../src/imports/import-categories.ts';
import type { ImportEvents } from '../../src/imports/import-events.ts';
import type { ImportedEvent } from '../../src/imports/imported-event.ts';
import { limits } from '../../src/limits.ts';
import { pictureReference } from '../../src/pictures/picture.ts';
import { after, day, hour } from '../../src/time.ts';
import { draft, person, unknownId } from '../support.ts';

const nothing = {
  added: 0,
  changed: 0,
  unchanged: 0,
  cancelled: 0,
  past: 0,
  unknownCancelled: 0,
  closed: 0,
  faulty: [],
};

const scene = async () => {
  const world = createMemoryWorld();
  const organizerId = await person(world);
  const entry = (
    sourceKey: string,
    changes: Partial<EventDraft> = {},
    rest: Partial<ImportedEvent> = {},
  ) => ({
    sourceKey,
    draft: draft(world, changes),
    ...rest,
  });
  const load = (events: readonly ImportedEvent[], options: Partial<ImportEvents> = {}) =>
    world.domain.importEvents({ organizerId, events, ...options });
  const rowOf = (key = 'a') => world.tables.events.rows().find(({ sourceKey }) => sourceKey === key);
  return { world, organizerId, entry, load, rowOf };
};

t.test('source keys within their bounds are taken', async (t) => {
  const { load, entry } = await scene();
  t.equal((await load([entry('x'.repeat(limits.urlLength))])).added, 1);
  const fault = (path: string, message: string) => ({
    ...nothing,
    faulty: [{ index: 0, errors: [{ path, message }] }],
  });
  t.strictSame(
    await load([entry('x'.repeat(limits.urlLength + 1))]),
    fault('/sourceKey', 'must be at most 2048 characters'),
  );
  t.strictSame(await load([entry(' ')]), fault('/sourceKey', 'must not be blank'));
  t.strictSame(await load([{ sourceKey: ' ', draft: null }]), fault('/sourceKey', 'must not be blank'));
});

t.test('a new category gets a name and a pin, a known one stays as it is', async (t) => {
  const { world, load, entry } = await scene();
  const categories = await world.domain.listCategories();
  await load([entry('a', { category: 'board-games' })]);
  await load([entry('c', { category: 'music' })]);
  await load([entry('d', { category: 'board-games' })]);
  t.strictSame(
    (await world.domain.listCategories()).filter(({ slug }) => !categories.some((one) => one.slug === slug)),
    [{ slug: 'board-games', name: 'Board games', emoji: '📌' }],
  );
  t.equal((await world.dependencies.stores.categories.find('music'))?.name, 'Music');
  const search = (q: string) => world.domain.searchEvents({ q, callerId: null });
  t.equal((await search('board')).total, 2, 'the name of the category is searched');
  t.equal(nameOfSlug('a-b-c'), 'A b c');
  await load([entry('c', { category: 'lindy-hop' })]);
  t.equal((await search('lindy')).total, 1, 'also for a changed event');
});

t.test('what is added is one unit of work of the size bulk; what is as it was needs none', async (t) => {
  const { world, organizerId, entry } = await scene();
  const sizes: unknown[] = [];
  const domain = createDomain({
    ...world.dependencies,
    unitOfWork: {
      run: (work, size) => {
        sizes.push(size);
        return world.dependencies.unitOfWork.run(work, size);
      },
    },
  });
  const events = [entry('a')];
  for (let times = 0; times < 2; times += 1) await domain.importEvents({ organizerId, events });
  const eventId = (await domain.listEvents({ callerId: null })).items[0]?.event.id ?? '';
  await domain.invite({ eventId, callerId: organizerId, circleIds: [], userIds: [unknownId], emails: [] });
  t.strictSame(sizes, ['bulk', 'bulk']);
});

t.test('an import adds sound events once and reports the others', async (t) => {
  const { world, load, entry } = await scene();
  const events = [
    entry('a'),
    entry('b', { category: 'board-games' }),
    entry('c', { category: 'c-plus-plus' }),
    entry('d', { title: '' }),
    entry('a'),
  ];
  t.hasStrict(await load(events), {
    added: 3,
    unchanged: 1,
    faulty: [{ index: 3, errors: [{ path: '/title' }] }],
  });
  t.hasStrict(await load(events), { added: 0, changed: 0, unchanged: 4 });
  const names = (await world.domain.listCategories()).map(({ name }) => name);
  t.ok(names.includes('Board games') && names.includes('C plus plus'));
  t.equal((await world.domain.searchEvents({ q: 'board', callerId: null })).total, 1);
  t.strictSame(await load([]), nothing);
});

t.test('an event that differs at its source is changed like an edit of its organizer', async (t) => {
  const { world, organizerId, load, entry, rowOf } = await scene();
  await load([entry('a')]);
  const [eventId, guest] = [rowOf()?.id ?? '', await person(world)];
  await world.domain.answerRsvp({ eventId, userId: guest, state: 'going' });
  const own = { coverUrl: 'https://pics.example/own.jpg', capacity: 20 };
  await world.domain.updateEvent({ eventId, callerId: organizerId, changes: own });
  const startAt = after(draft(world).startAt, hour);
  const moved = entry('a', { title: 'Moved', startAt }, { omittedFields: ['coverUrl', 'capacity'] });
  t.strictSame(await load([moved], { isTrial: true }), { ...nothing, changed: 1 });
  t.equal(rowOf()?.sequence, 1, 'a trial writes nothing');
  t.strictSame(await load([moved]), { ...nothing, changed: 1 });
  t.hasStrict(rowOf(), {
    id: eventId,
    title: 'Moved',
    startAt,
    sequence: 2,
    coverUrl: 'https://pics.example/own.jpg',
    capacity: 20,
  });
  t.strictSame(await load([moved]), { ...nothing, unchanged: 1 });
  t.strictSame(await load([entry('a')], { keepsKnown: true }), { ...nothing, unchanged: 1 });
  t.ok(world.tables.eventEdits.get(rowOf()?.id as never), 'guests will be told');
});

t.test('a capacity below the booked seats is a fault', async (t) => {
  const { world, load, entry, rowOf } = await scene();
  await load([entry('a', { capacity: 5 })]);
  const guest = await person(world);
  await world.domain.bookSeats({ eventId: rowOf()?.id ?? '', userId: guest, quantity: 3 });
  t.strictSame(await load([entry('a', { capacity: 2 })]), {
    ...nothing,
    faulty: [{ index: 0, errors: [{ path: '/capacity', message: 'must not be below the 3 booked seats' }] }],
  });
});

t.test('a cancelled event is cancelled once, and stays so', async (t) => {
  const { world, load, entry, rowOf } = await scene();
  const cancelledEvent: ImportedEvent = { sourceKey: 'a', draft: null };
  t.strictSame(await load([cancelledEvent]), { ...nothing, unknownCancelled: 1 });
  await load([entry('a')]);
  t.strictSame(await load([cancelledEvent], { isTrial: true }), { ...nothing, cancelled: 1 });
  t.equal(rowOf()?.status, 'scheduled');
  t.strictSame(await load([cancelledEvent]), { ...nothing, cancelled: 1 });
  t.hasStrict(rowOf(), { status: 'cancelled', sequence: 1 });
  t.strictSame(await load([cancelledEvent]), { ...nothing, unchanged: 1 });
  t.strictSame(await load([entry('a', { title: 'Back' })]), { ...nothing, closed: 1 });
  t.equal(rowOf()?.sequence, 1);
  await load([entry('b')]);
  const { id } = rowOf('b') ?? { id: '' as never };
  await world.dependencies.stores.moderation.takeDown(id, { reason: 'Fraud', at: world.clock.now() });
  t.strictSame(await load([entry('b', { title: 'Other' })]), { ...nothing, closed: 1 });
  t.strictSame(await load([{ sourceKey: 'b', draft: null }]), { ...nothing, unchanged: 1 });
});

t.test('what is over is left out unless asked for; an event that exists may be over', async (t) => {
  const { world, load, entry, rowOf } = await scene();
  const now = world.clock.now();
  const times = (endAt: Date) => ({ startAt: after(endAt, -hour), endAt });
  t.strictSame(await load([entry('a', times(now))]), { ...nothing, past: 1 });
  t.strictSame(await load([entry('a', times(after(now, 1)))]), { ...nothing, added: 1 });
  t.strictSame(await load([entry('b', times(now))], { withPast: true }), { ...nothing, added: 1 });
  t.strictSame(await load([entry('a', times(after(now, -day)))]), { ...nothing, changed: 1 });
  t.strictSame(rowOf()?.endAt, after(now, -day));
});

t.test('organizers share no events, and former keys become new ones', async (t) => {
  const { world, load, entry, rowOf } = await scene();
  await load([entry('former')]);
  const other = await person(world);
  t.equal((await load([entry('former', { title: 'Theirs' })], { organizerId: other })).changed, 0);
  const renamed = entry('new', {}, { formerKeys: ['unknown', 'former'] });
  const { id } = rowOf('former') ?? { id: '' };
  t.strictSame(await load([renamed], { isTrial: true }), { ...nothing, unchanged: 1 });
  t.equal(rowOf('former')?.id, id, 'a trial writes nothing');
  t.strictSame(await load([renamed]), { ...nothing, unchanged: 1 });
  t.equal(rowOf('new')?.id, id);
  t.strictSame(await load([renamed]), { ...nothing, unchanged: 1 });
  await load([entry('former')]);
  t.strictSame(await load([renamed]), { ...nothing, unchanged: 1 }, 'a key in use stays');
});

t.test('an edit that comes between reading and changing is kept where the source is silent', async (t) => {
  const { world, organizerId, entry, load, rowOf } = await scene();
  await load([entry('a')]);
  const { events } = world.dependencies.stores;
  let interferes = true;
  const between = async (event: NonNullable<ReturnType<typeof rowOf>>, act: () => Promise<unknown>) => {
    if (!interferes) return;
    interferes = false;
    await act();
    t.ok(event);
  };
  const domainWith = (act: () => Promise<unknown>) =>
    createDomain({
      ...world.dependencies,
      stores: {
        ...world.dependencies.stores,
        events: {
          ...events,
          change: async (id, ...rest) => {
            const event = rowOf();
            if (event) await between(event, act);
            return events.change(id, ...rest);
          },
        },
      },
    });
  const document = { title: [], other: [] } as never;
  const { id } = rowOf() as NonNullable<ReturnType<typeof rowOf>>;
  const edited = domainWith(() =>
    events.change(id, 0, { coverUrl: 'https://pics.example/own.jpg' }, document, world.clock.now()),
  );
  const imported = [entry('a', { title: 'New' }, { omittedFields: ['coverUrl'] })];
  t.strictSame(await edited.importEvents({ organizerId, events: imported }), { ...nothing, changed: 1 });
  t.hasStrict(rowOf(), { title: 'New', coverUrl: 'https://pics.example/own.jpg', sequence: 2 });

  interferes = true;
  const cancelled = domainWith(() => events.cancel(id, world.clock.now()));
  const again = [entry('a', { title: 'Newer' })];
  t.strictSame(await cancelled.importEvents({ organizerId, events: again }), { ...nothing, closed: 1 });
  t.equal(rowOf()?.title, 'New');
});

t.test('after an import the events are as at their source, however they were before', async () => {
  const titles = ['A', 'B'] as const;
  const state = fc.array(
    fc.record({
      sourceKey: fc.constantFrom('k1', 'k2', 'k3', 'k4'),
      title: fc.option(fc.constantFrom(...titles)),
    }),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(state, state, async (first, second) => {
      const { world, load, entry } = await scene();
      const batch = (lines: typeof first) =>
        [...new Map(lines.map((line) => [line.sourceKey, line])).values()].map(({ sourceKey, title }) =>
          title === null ? { sourceKey, draft: null } : entry(sourceKey, { title }),
        );
      await load(batch(first));
      const cancelled = new Set(
        world.tables.events
          .rows()
          .flatMap(({ status, sourceKey }) => (status === 'cancelled' ? [sourceKey] : [])),
      );
      const outcome = await load(batch(second));
      const sum = Object.values(outcome).reduce<number>(
        (total, count) => total + (typeof count === 'number' ? count : 0),
        0,
      );
      if (sum !== batch(second).length) return false;
      const sequences = () => world.tables.events.rows().map(({ sequence }) => sequence);
      const before = sequences();
      await load(batch(second));
      return (
        before.join() === sequences().join() &&
        batch(second).every(({ sourceKey, draft: newDraft }) => {
          const event = world.tables.events.rows().find((one) => one.sourceKey === sourceKey);
          if (newDraft === null) return !event || event.status === 'cancelled';
          return cancelled.has(sourceKey) ? event?.status === 'cancelled' : event?.title === newDraft.title;
        })
      );
    }),
    { numRuns: 100 },
  );
});

t.test('a source postpones when it says so anew, and another date is a date', async (t) => {
  const { world, organizerId, load, entry, rowOf } = await scene();
  const startAt = after(world.clock.now(), 5 * day);
  const at = (days: number, isPostponed?: boolean) => {
    const dates = { startAt: after(startAt, days * day), endAt: after(startAt, days * day + hour) };
    return [entry('a', dates, { isPostponed })];
  };
  const status = () => rowOf()?.status;
  await load(at(0));
  t.strictSame(await load(at(0, true)), { ...nothing, changed: 1 });
  t.equal(status(), 'postponed');
  t.strictSame(await load(at(0, true)), { ...nothing, unchanged: 1 });
  await load(at(9, true));
  t.equal(status(), 'scheduled', 'with another date');
  t.strictSame(await load(at(9, true)), { ...nothing, unchanged: 1 }, 'a feed that leaves its word there');
  t.equal(status(), 'scheduled');
  await load(at(9));
  await load(at(9, true));
  t.equal(status(), 'postponed', 'anew');
  await load(at(9));
  t.equal(status(), 'scheduled', 'as planned after all');
  const eventId = rowOf()?.id ?? '';
  await world.domain.postponeEvent({ eventId, callerId: organizerId });
  t.strictSame(await load(at(9)), { ...nothing, unchanged: 1 });
  t.equal(status(), 'postponed', 'the host knows better than a source that says nothing new');
});

t.test('what is postponed without any date, or new here', async (t) => {
  const { load, entry, rowOf } = await scene();
  const undated = [{ sourceKey: 'a', draft: null, isPostponed: true }];
  t.strictSame(await load(undated), { ...nothing, unknownCancelled: 1 });
  t.strictSame(await load([entry('b', {}, { isPostponed: true })]), { ...nothing, added: 1 });
  t.match(rowOf('b'), { status: 'postponed', isPostponedAtSource: true });
  await load([entry('a')]);
  t.strictSame(await load(undated), { ...nothing, changed: 1 });
  t.match(rowOf(), { status: 'postponed', title: 'Lantern concert' });
  const series = { rule: 'FREQ=DAILY;COUNT=3', except: [] };
  t.match(await load([entry('c', {}, { series, isPostponed: true })]), {
    faulty: [{ index: 0, errors: [{ path: '/eventStatus' }] }],
  });
});

t.test('a picture of the service is no cover of an import', async (t) => {
  const { load, entry } = await scene();
  const picture = { id: 'p'.repeat(22), width: 800, height: 600, thumbhash: 'aa' };
  t.equal((await load([entry('a', { coverUrl: pictureReference(picture) })])).faulty.length, 1);
});
