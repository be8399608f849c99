import type { BringItem, BringItemId } from '../../src/bring-list/bring-item.ts';
import type { EventId } from '../../src/ids.ts';
import type { User } from '../../src/users/user.ts';
import { addBooking, addEvent, addUser, newId, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'attendees' | 'bookings' | 'bringLists' | 'eventAdmins' | 'events' | 'rsvps' | 'users'>;

const someItem = (quantity: number, title = 'Chips'): BringItem => ({
  id: newId<'bringItem'>() as BringItemId,
  title,
  quantity,
});

export const bringListContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  const openScene = async ({ stores }: Ports) => {
    const event = await addEvent(stores);
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    for (const { id } of [ada, bob]) await stores.rsvps.set(event.id, id, 'going', now);
    const [chips, cups] = [someItem(3), someItem(50, 'Cups')];
    for (const item of [chips, cups]) await stores.bringLists.add(event.id, item, 9);
    const claim = (user: User, quantity: number, item = chips) =>
      stores.bringLists.claim({ event: event.id, item: item.id, user: user.id, quantity, at: now });
    const claims = async (item = chips) => {
      const row = await stores.bringLists.find(event.id, item.id, event.organizerId, now, 99);
      return row?.claims.map(({ user, quantity }) => [user.id, quantity]);
    };
    return { event, ada, bob, chips, cups, claim, claims };
  };

  await example(
    t,
    'lists items in the order of making, claims to those with a tie alone',
    async (t, adapters) => {
      const { event, ada, bob, chips, cups, claim } = await openScene(adapters);
      const { bringLists } = adapters.stores;
      await claim(bob, 1);
      const other = await addEvent(adapters.stores);
      await bringLists.add(other.id, someItem(1), 9);
      const none = { claimed: 0, myClaim: null, claims: [] };
      const claims = [{ user: { id: bob.id, name: bob.name, avatar: bob.avatar }, quantity: 1 }];
      t.strictSame(await bringLists.list(event.id, ada.id, now, 9), [
        { ...chips, claimed: 1, myClaim: null, claims },
        { ...cups, ...none },
      ]);
      t.strictSame(await bringLists.find(event.id, chips.id, bob.id, now, 9), {
        ...chips,
        claimed: 1,
        myClaim: 1,
        claims,
      });
      const stranger = await addUser(adapters.stores);
      for (const caller of [stranger.id, null])
        t.strictSame(await bringLists.find(event.id, chips.id, caller, now, 9), {
          ...chips,
          ...none,
          claimed: 1,
        });
      t.equal(await bringLists.find(other.id, chips.id, ada.id, now, 9), null);
    },
  );

  await example(t, 'names so many claims, the first of each item before its second', async (t, adapters) => {
    const { event, ada, bob, cups, claim } = await openScene(adapters);
    for (const user of [ada, bob]) {
      await claim(user, 1);
      await claim(user, 2, cups);
    }
    const claimsWithin = async (most: number) => {
      const items = await adapters.stores.bringLists.list(event.id, ada.id, now, most);
      return items.map(({ claimed, claims }) => [claimed, claims.map(({ user }) => user.id)]);
    };
    const [first, second] = [ada.id, bob.id].sort();
    t.strictSame(await claimsWithin(4), [
      [2, [first, second]],
      [4, [first, second]],
    ]);
    t.strictSame(await claimsWithin(3), [
      [2, [first, second]],
      [4, [first]],
    ]);
    t.strictSame(await claimsWithin(1), [
      [2, [first]],
      [4, []],
    ]);
  });

  await example(t, 'takes no more items than that', async (t, adapters) => {
    const { event } = await openScene(adapters);
    const added = await concurrently(8, () => adapters.stores.bringLists.add(event.id, someItem(1), 5));
    t.equal(added.filter(Boolean).length, 3);
    t.equal(await adapters.stores.bringLists.add(newId<'event'>() as EventId, someItem(1), 5), false);
  });

  await example(t, 'claims never exceed the quantity', async (t, adapters) => {
    const { event, ada, bob, chips, claim, claims } = await openScene(adapters);
    const { bringLists } = adapters.stores;
    t.equal(await claim(ada, 2), 'claimed');
    t.strictSame(await claim(bob, 2), { left: 1 });
    t.equal(await claim(bob, 1), 'claimed');
    t.strictSame(await claim(ada, 3), { left: 2 }, 'their own counts as left');
    t.strictSame(await claims(), [
      [ada.id, 2],
      [bob.id, 1],
    ]);
    t.strictSame(await bringLists.change(event.id, chips.id, { quantity: 2 }), { claimed: 3 });
    t.equal(await bringLists.change(event.id, chips.id, { quantity: 4, title: 'Crisps' }), 'changed');
    t.equal(await claim(ada, 3), 'claimed');
    await bringLists.release(event.id, chips.id, bob.id);
    await bringLists.release(event.id, chips.id, bob.id);
    t.strictSame(await claims(), [[ada.id, 3]]);
    t.equal(await bringLists.change(event.id, newId<'bringItem'>() as BringItemId, {}), null);
    t.equal(await bringLists.remove(event.id, chips.id), true);
    t.equal(await bringLists.remove(event.id, chips.id), false);
    t.equal(await claim(ada, 1), null);
  });

  await example(t, '200 parallel claims of one item', async (t, adapters) => {
    const { stores } = adapters;
    const { event, cups, claim, claims } = await openScene(adapters);
    const guests = await concurrently(200, () => addUser(stores));
    await Promise.all(guests.map(({ id }) => stores.rsvps.set(event.id, id, 'going', now)));
    const outcomes = await Promise.all(guests.map((guest) => claim(guest, 1, cups)));
    t.equal(outcomes.filter((outcome) => outcome === 'claimed').length, 50);
    t.equal((await claims(cups))?.length, 50);
  });

  await example(t, 'only who is going, booked or manages the event claims', async (t, adapters) => {
    const { event, claim, cups } = await openScene(adapters);
    const { stores } = adapters;
    const [interestedUser, bookedUser, admin] = [
      await addUser(stores),
      await addUser(stores),
      await addUser(stores),
    ];
    await stores.rsvps.set(event.id, interestedUser.id, 'interested', now);
    await addBooking(stores, event.id, bookedUser.id);
    await stores.rsvps.set(event.id, bookedUser.id, null, now);
    await stores.eventAdmins.add(event.id, admin.id);
    t.equal(await claim(interestedUser, 1, cups), 'not_going');
    t.equal(await claim(bookedUser, 1, cups), 'claimed');
    t.equal(await claim(admin, 1, cups), 'claimed');
  });

  await example(t, 'claims end with what let their users claim', async (t, adapters) => {
    const { stores } = adapters;
    const { event, bob, cups, claim, claims } = await openScene(adapters);
    const people = await concurrently(6, () => addUser(stores));
    const [clearedUser, unsure, unbookedUser, removedUser, erasedUser, admin] = people as [
      User,
      User,
      User,
      User,
      User,
      User,
    ];
    for (const { id } of [clearedUser, unsure, removedUser, erasedUser])
      await stores.rsvps.set(event.id, id, 'going', now);
    await addBooking(stores, event.id, unbookedUser.id);
    await stores.rsvps.set(event.id, unbookedUser.id, 'interested', now);
    await stores.eventAdmins.add(event.id, admin.id);
    for (const person of [...people, bob]) t.equal(await claim(person, 1, cups), 'claimed');
    t.equal((await claims(cups))?.length, 7);
    await stores.rsvps.set(event.id, clearedUser.id, null, now);
    await stores.rsvps.set(event.id, unsure.id, 'interested', now);
    await stores.bookings.cancel(event.id, unbookedUser.id, now);
    await stores.attendees.remove(event.id, removedUser.id, now);
    await stores.users.erase(erasedUser.id, now);
    await stores.eventAdmins.remove(event.id, admin.id);
    t.strictSame(await claims(cups), [[bob.id, 1]]);
    t.equal((await stores.bringLists.find(event.id, cups.id, null, now, 9))?.claimed, 1);
    const brought = await stores.bringLists.broughtBy(event.id, [bob.id, admin.id]);
    t.strictSame([...brought], [[bob.id, [{ title: 'Cups', quantity: 1 }]]]);
  });
};
