import type { EventId, UserId } from '../../src/ids.ts';
import { addEvent, addUser, newId, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'eventCatalog' | 'events' | 'saved' | 'users', 'unitOfWork'>;

const isSaved = async (stores: Ports['stores'], event: EventId, user: UserId) =>
  (await stores.eventCatalog.detail(event, user, now))?.isSaved;

export const savedStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'saves once and removes once', async (t, { stores }) => {
    const { id: event } = await addEvent(stores);
    const { id } = await addUser(stores);
    t.equal(await stores.saved.unsave(event, id), false);
    t.equal(await stores.saved.save(event, id, now), true);
    t.equal(await stores.saved.save(event, id, now), true);
    t.equal(await isSaved(stores, event, id), true);
    t.equal(await stores.saved.unsave(event, id), true);
    t.equal(await isSaved(stores, event, id), false);
    t.equal(await stores.saved.unsave(event, id), false);
  });

  await example(t, 'saves and removes for this person and this event alone', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const saves = async () => [
      await isSaved(stores, event.id, ada.id),
      await isSaved(stores, other.id, ada.id),
      await isSaved(stores, event.id, bob.id),
      await isSaved(stores, other.id, bob.id),
    ];
    await stores.saved.save(event.id, ada.id, now);
    t.strictSame(await saves(), [true, false, false, false]);
    await stores.saved.save(other.id, ada.id, now);
    await stores.saved.save(event.id, bob.id, now);
    await stores.saved.unsave(event.id, ada.id);
    t.strictSame(await saves(), [false, true, true, false]);
  });

  await example(t, 'saves neither unknown events nor for unknown people', async (t, { stores }) => {
    const { id: event } = await addEvent(stores);
    const { id } = await addUser(stores);
    t.equal(await stores.saved.save(newId<'event'>() as EventId, id, now), false);
    t.equal(await stores.saved.save(event, someUser().id, now), false);
    await stores.users.erase(id, now);
    t.equal(await stores.saved.save(event, id, now), false, 'nor for an erased account');
    t.equal(await stores.saved.unsave(event, id), false);
  });

  await example(t, 'removes once among parallel callers', async (t, { stores }) => {
    const { id: event } = await addEvent(stores);
    const { id } = await addUser(stores);
    const saved = await concurrently(10, () => stores.saved.save(event, id, now));
    t.equal(saved.filter(Boolean).length, 10);
    const removed = await concurrently(10, () => stores.saved.unsave(event, id));
    t.equal(removed.filter(Boolean).length, 1);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const [old, fresh] = [await addEvent(stores), await addEvent(stores)];
    const { id } = await addUser(stores);
    await stores.saved.save(old.id, id, now);
    await rolledBack(t, adapters, async ({ saved }) => {
      await saved.unsave(old.id, id);
      await saved.save(fresh.id, id, now);
    });
    t.equal(await isSaved(stores, old.id, id), true);
    t.equal(await isSaved(stores, fresh.id, id), false);
  });
};
