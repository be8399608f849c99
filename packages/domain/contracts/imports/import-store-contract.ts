import type { EventId } from '../../src/ids.ts';
import type { SeriesRecord } from '../../src/series/series.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, newId, now } from '../fixtures.ts';
import { type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';
import { entriesOf, someSeries } from '../series/series-fixtures.ts';

type Ports = Needs<'events' | 'imports' | 'moderation' | 'users' | 'series' | 'occurrences', 'unitOfWork'>;

export const importStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, "finds an organizer's events by source key, in any state", async (t, { stores }) => {
    const [{ id: organizerId }, { id: other }] = [await addUser(stores), await addUser(stores)];
    const event = await addEvent(stores, { organizerId, sourceKey: 'a' });
    const over = { startAt: after(now, -day), endAt: after(now, -hour) };
    const cancelledEvent = await addEvent(stores, { organizerId, sourceKey: 'b', ...over });
    await stores.events.cancel(cancelledEvent.id, now);
    await addEvent(stores, { organizerId: other, sourceKey: 'c' });
    await addEvent(stores, { organizerId });
    t.strictSame(await stores.imports.find(organizerId, ['a', 'x']), [event]);
    const states = (await stores.imports.find(organizerId, ['c', 'b', 'a'])).map(
      ({ sourceKey, status }) => [sourceKey, status] as const,
    );
    t.strictSame(states.toSorted(), [
      ['a', 'scheduled'],
      ['b', 'cancelled'],
    ]);
    t.strictSame(await stores.imports.find(organizerId, []), []);
    t.strictSame(await stores.imports.find(newId<'user'>(), ['a']), []);
  });

  await example(t, "renames keys of the organizer's events alone", async (t, adapters) => {
    const { stores } = adapters;
    const [{ id: organizerId }, { id: other }] = [await addUser(stores), await addUser(stores)];
    const event = await addEvent(stores, { organizerId, sourceKey: 'a' });
    const second = await addEvent(stores, { organizerId, sourceKey: 'b' });
    const foreign = await addEvent(stores, { organizerId: other, sourceKey: 'c' });
    const renamed = [
      { from: 'a', to: 'a2' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'c2' },
      { from: 'x', to: 'x2' },
    ];
    await rolledBack(t, adapters, ({ imports }) => imports.rename(organizerId, renamed));
    t.strictSame(await stores.events.find(event.id), event);
    await stores.imports.rename(organizerId, renamed);
    await stores.imports.rename(organizerId, []);
    t.strictSame(await stores.events.find(event.id), { ...event, sourceKey: 'a2' });
    t.strictSame(await stores.events.find(second.id), second, 'a key in use stays with its event');
    t.strictSame(await stores.events.find(foreign.id), foreign);
  });

  await example(t, 'lists what is to come, by start', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const add = (sourceKey: string | null, hours: number) => {
      const times = { startAt: after(now, hours * hour), endAt: after(now, (hours + 1) * hour) };
      return addEvent(stores, { organizerId, sourceKey, title: `At ${hours}`, ...times });
    };
    const late = await add('feed:late', 9);
    const events = [await add('feed:soon', 1), await add('feed:a', 2), await add('feed:b', 2)];
    const ongoingEvent = await add('feed:ongoing', -0.5);
    await add('feed:over', -2);
    await add('other:soon', 1);
    await add(null, 1);
    await stores.events.cancel((await add('feed:cancelled', 1)).id, now);
    const suspendedEvent = await add('feed:hidden', 1);
    await stores.moderation.takeDown(suspendedEvent.id, { reason: 'Fraud', at: now });
    await addEvent(stores, { sourceKey: 'feed:foreign' });

    const page = { organizerId, keyPrefix: 'feed:', endsAfter: now };
    const expected = [ongoingEvent, ...events.slice(0, 1), ...events.slice(1), late].map((event) => ({
      id: event.id,
      sourceKey: event.sourceKey ?? '',
      title: event.title,
      startAt: event.startAt,
    }));
    t.strictSame(await stores.imports.upcoming({ ...page, after: null, limit: 10 }), expected);
    const paged = [];
    for (let last: { id: EventId; startAt: Date } | null = null; ; ) {
      const [next] = await stores.imports.upcoming({ ...page, after: last, limit: 1 });
      if (!next) break;
      paged.push(next);
      last = next;
    }
    t.strictSame(paged, expected);
  });

  await example(t, 'lists series with something to come, by id', async (t, { stores, unitOfWork }) => {
    const [{ id: organizerId }, { id: other }] = [await addUser(stores), await addUser(stores)];
    const add = async (
      sourceKey: string | null,
      days: readonly number[],
      changes: Partial<SeriesRecord> = {},
    ) => {
      const series = someSeries(organizerId, { sourceKey, ...changes });
      const entries = entriesOf(series, days);
      await unitOfWork.run(async (inside) => {
        await inside.series.add(series);
        await inside.occurrences.add(entries, now);
      });
      return { series, events: entries.map(({ event }) => event) };
    };
    const upcomingSeries = await add('feed:made', [-1, 1]);
    const extended = await add('feed:extended', [], { extendAt: after(now, day) });
    await add('feed:over', [-1]);
    const off = await add('feed:off', [1]);
    for (const { id } of off.events) await stores.events.cancel(id, now);
    await add('feed:cancelled', [1], { isCancelled: true });
    await add('other:made', [1]);
    await add(null, [1]);
    await add('feed:foreign', [1], { organizerId: other });
    const page = { organizerId, keyPrefix: 'feed:', startsFrom: now };
    const expected = [upcomingSeries, extended].map(({ series: { id, sourceKey, draft } }) => ({
      id,
      sourceKey,
      title: draft.title,
    }));
    t.strictSame(await stores.imports.upcomingSeries({ ...page, after: null, limit: 10 }), expected);
    t.strictSame(
      await stores.imports.upcomingSeries({ ...page, after: null, limit: 1 }),
      expected.slice(0, 1),
    );
    t.strictSame(
      await stores.imports.upcomingSeries({ ...page, after: upcomingSeries.series.id, limit: 10 }),
      expected.slice(1),
    );
    const startsFrom = upcomingSeries.events[1]?.startAt ?? now;
    t.strictSame(
      await stores.imports.upcomingSeries({ ...page, startsFrom, after: null, limit: 10 }),
      expected,
    );
    const later = { ...page, startsFrom: after(startsFrom, 1), after: null, limit: 10 };
    t.strictSame(await stores.imports.upcomingSeries(later), expected.slice(1));
  });
};
