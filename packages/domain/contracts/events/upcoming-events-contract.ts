import { after, hour } from '../../src/time.ts';
import { addEvent, now } from '../fixtures.ts';
import { type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'events' | 'upcomingEvents' | 'users'>;

const soon = { startAt: after(now, hour), endAt: after(now, 2 * hour) };

export const upcomingEventsContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'lists public events that have not ended, by id', async (t, { stores }) => {
    const { upcomingEvents } = stores;
    t.strictSame(await upcomingEvents.from(null, 10, now), []);
    t.strictSame(await upcomingEvents.partStarts(2, now), []);
    const events = [];
    for (let count = 0; count < 5; count += 1) events.push(await addEvent(stores, soon));
    await addEvent(stores, { ...soon, visibility: 'private' });
    const cancelledEvent = await addEvent(stores, soon);
    await stores.events.cancel(cancelledEvent.id, now);
    await addEvent(stores, { startAt: after(now, -hour), endAt: now });
    const ids = events.map(({ id }) => id).sort();
    const all = await upcomingEvents.from(null, 10, now);
    t.strictSame(
      all.map(({ id }) => id),
      ids,
    );
    t.ok(all.every(({ updatedAt }) => updatedAt instanceof Date));
    t.strictSame(
      (await upcomingEvents.from(ids[2] ?? null, 2, now)).map(({ id }) => id),
      ids.slice(2, 4),
    );
    t.strictSame(await upcomingEvents.partStarts(2, now), [ids[0], ids[2], ids[4]]);
    t.strictSame(await upcomingEvents.partStarts(5, now), [ids[0]]);
    t.equal((await upcomingEvents.from(null, 10, after(soon.endAt, -1))).length, ids.length);
    t.strictSame(await upcomingEvents.from(null, 10, soon.endAt), []);
  });
};
