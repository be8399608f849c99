import type { BringItemId } from '../../src/bring-list/bring-item.ts';
import { maxHostEvents } from '../../src/event-pages/event-page.ts';
import type { EventRecord } from '../../src/events/event.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, newId, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { entriesOf, someSeries } from '../series/series-fixtures.ts';

type Ports = Needs<
  'bringLists' | 'eventCatalog' | 'events' | 'occurrences' | 'rsvps' | 'series' | 'users',
  'unitOfWork'
>;

/** What the page of an event shows besides the event. */
export const eventPageContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'a page has the event as anonymous callers see it', async (t, { stores }) => {
    const event = await addEvent(stores);
    await stores.rsvps.set(event.id, (await addUser(stores)).id, 'going', now);
    const { hostEvents, bringList, ...detail } = (await stores.eventCatalog.page(event.id, now)) ?? {};
    t.strictSame(detail, await stores.eventCatalog.detail(event.id, null, now));
    t.strictSame([hostEvents, bringList], [[], []]);
    const privateEvent = await addEvent(stores, { visibility: 'private' });
    t.equal(await stores.eventCatalog.page(privateEvent.id, now), null);
    t.equal(await stores.eventCatalog.page(newId<'event'>() as typeof event.id, now), null);
  });

  await example(t, 'it names the next public events of the host', async (t, { stores }) => {
    const { id: organizerId } = await addUser(stores);
    const at = (days: number, changes: Partial<EventRecord> = {}) =>
      addEvent(stores, {
        organizerId,
        startAt: after(now, days * day),
        endAt: after(now, days * day + hour),
        ...changes,
      });
    const event = await at(2);
    const named = async () => (await stores.eventCatalog.page(event.id, now))?.hostEvents.map(({ id }) => id);
    await at(-3);
    await at(3, { visibility: 'private' });
    await at(3, { status: 'cancelled' });
    await addEvent(stores, { startAt: after(now, day), endAt: after(now, 2 * day) });
    t.strictSame(await named(), [], 'none that has ended, is hidden or is of another host');
    const long = await at(-4, { endAt: after(now, 9 * day) });
    const [later, sooner] = [await at(5), await at(1, { isAllDay: true })];
    t.strictSame(await named(), [sooner.id, later.id, long.id], 'what began long ago comes last');
    const soon = await at(4);
    t.strictSame(await named(), [sooner.id, soon.id, later.id].slice(0, maxHostEvents));
    const { title, startAt, endAt, timeZone } = sooner;
    const [first] = (await stores.eventCatalog.page(event.id, now))?.hostEvents ?? [];
    t.strictSame(first, { id: sooner.id, title, startAt, endAt, isAllDay: true, timeZone });
  });

  await example(t, 'it names no other dates of its own series', async (t, { stores, unitOfWork }) => {
    const { id } = await addUser(stores);
    const [series, other] = [someSeries(id), someSeries(id)];
    for (const each of [series, other]) {
      await unitOfWork.run(async (inside) => {
        await inside.series.add(each);
        await inside.occurrences.add(entriesOf(each, [7, 14]), now);
      });
    }
    const ofHost = await stores.eventCatalog.mine(id, ['organizing'], { page: 1, limit: 9 }, now);
    const ofSeries = ofHost.items.filter(({ event }) => event.series?.id === series.id);
    const [first] = ofSeries;
    const page = first && (await stores.eventCatalog.page(first.event.id, now));
    t.equal(page?.hostEvents.length, 2);
    for (const { event } of ofSeries)
      t.equal(
        page?.hostEvents.some(({ id }) => id === event.id),
        false,
      );
  });

  await example(t, 'it shows the bring list without who claimed', async (t, { stores }) => {
    const event = await addEvent(stores);
    const { id: user } = await addUser(stores);
    await stores.rsvps.set(event.id, user, 'going', now);
    const items = ['Chips', 'Cups'].map((title, index) => ({
      id: newId<'bringItem'>() as BringItemId,
      title,
      quantity: 2 + index,
    }));
    for (const item of items) await stores.bringLists.add(event.id, item, 9);
    await stores.bringLists.claim({
      event: event.id,
      item: items[0]?.id as BringItemId,
      user,
      quantity: 2,
      at: now,
    });
    const bringListOf = async ({ id }: EventRecord) => (await stores.eventCatalog.page(id, now))?.bringList;
    t.strictSame(
      await bringListOf(event),
      items.map((item, index) => ({ ...item, claimed: index === 0 ? 2 : 0, myClaim: null, claims: [] })),
    );
    t.strictSame(await bringListOf(event), await stores.bringLists.list(event.id, null, now, 9));
    t.equal(await bringListOf(await addEvent(stores, { enabledModules: [] })), null);
  });
};
