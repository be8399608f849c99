import type { EventRecord } from '../../src/events/event.ts';
import type { User } from '../../src/users/user.ts';
import { addBooking, addEvent, addUser, documentOf, newId, newToken, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'attendees' | 'bookings' | 'eventCatalog' | 'events' | 'rsvps' | 'users'>;

const page = { page: 1, limit: 50 };

export const bookingQueueContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  /** An event of four seats: ada has three, bob waits for two, cyd for one. */
  const openScene = async ({ stores }: Ports) => {
    const event = await addEvent(stores, { capacity: 4 });
    const guests = [await addUser(stores), await addUser(stores), await addUser(stores)] as const;
    const [ada, bob, cyd] = guests;
    await addBooking(stores, event.id, ada.id, 3);
    await addBooking(stores, event.id, bob.id, 2);
    await addBooking(stores, event.id, cyd.id, 1);
    const book = (user: User, quantity: number) =>
      stores.bookings.book({
        event: event.id,
        user: user.id,
        id: newId(),
        code: newToken(),
        quantity,
        at: now,
        charge: null,
      });
    /** Quantity and position of each: a position of 0 has seats. */
    const state = async () => {
      const bookings = await stores.bookings.list(event.id, null, page);
      const rows = new Map(bookings.items.map((one) => [one.user.id, [one.quantity, one.position ?? 0]]));
      const booked = (await stores.eventCatalog.detail(event.id, null, now))?.bookedCount;
      return [booked, ...guests.map(({ id }) => rows.get(id) ?? null)];
    };
    return { event, ada, bob, cyd, book, state };
  };

  await example(t, 'no guest overtakes, also where a smaller party would fit', async (t, adapters) => {
    const { state } = await openScene(adapters);
    t.strictSame(await state(), [3, [3, 0], [2, 1], [1, 2]]);
  });

  await example(t, 'seats of an ended booking go to the head of the queue', async (t, adapters) => {
    const { event, ada, state } = await openScene(adapters);
    await adapters.stores.bookings.cancel(event.id, ada.id, now);
    t.strictSame(await state(), [3, null, [2, 0], [1, 0]]);
    t.equal((await adapters.stores.eventCatalog.detail(event.id, ada.id, now))?.myRsvp, 'going');
  });

  await example(t, 'a smaller booking frees seats, a larger one has to fit', async (t, adapters) => {
    const { ada, bob, cyd, book, state } = await openScene(adapters);
    t.strictSame(await book(ada, 4), { refusal: 'event_full' }, 'a guest waits');
    await book(ada, 2);
    t.strictSame(await state(), [4, [2, 0], [2, 0], [1, 1]]);
    t.strictSame(await book(bob, 3), { refusal: 'event_full' });
    await book(cyd, 2);
    t.strictSame(await state(), [4, [2, 0], [2, 0], [2, 1]]);
  });

  await example(
    t,
    'a waiting booking keeps its place when it shrinks, and loses it when it grows',
    async (t, adapters) => {
      const { bob, cyd, book, state } = await openScene(adapters);
      await book(bob, 3);
      t.strictSame(await state(), [4, [3, 0], [3, 1], [1, 0]]);
      await book(cyd, 1);
      const dan = await addUser(adapters.stores);
      await book(dan, 1);
      await book(bob, 2);
      t.strictSame(await state(), [4, [3, 0], [2, 1], [1, 0]]);
    },
  );

  await example(
    t,
    'more capacity is given to the queue, less than is booked is refused',
    async (t, adapters) => {
      const { event, state } = await openScene(adapters);
      const { events } = adapters.stores;
      const set = (from: EventRecord, capacity: number | null) =>
        events.change(event.id, from.sequence, { capacity }, documentOf(event), now);
      t.strictSame(await set(event, 2), { bookedCount: 3 });
      t.equal((await events.find(event.id))?.sequence, 0);
      t.equal(await set(event, 5), true);
      t.strictSame(await state(), [5, [3, 0], [2, 0], [1, 1]]);
      t.equal(await set({ ...event, sequence: 1 }, null), true);
      t.strictSame(await state(), [6, [3, 0], [2, 0], [1, 0]]);
    },
  );

  await example(t, 'a removed guest and an erased account leave their seats', async (t, adapters) => {
    const { event, ada, bob, state } = await openScene(adapters);
    await adapters.stores.attendees.remove(event.id, ada.id, now);
    t.strictSame(await state(), [3, null, [2, 0], [1, 0]]);
    await adapters.stores.users.erase(bob.id, now);
    t.strictSame(await state(), [1, null, null, [1, 0]]);
  });

  await example(
    t,
    'after the start no guest moves up, and newcomers wait behind the queue',
    async (t, adapters) => {
      const { event, ada, state } = await openScene(adapters);
      const { stores } = adapters;
      await stores.bookings.cancel(event.id, ada.id, event.startAt);
      t.strictSame(await state(), [0, null, [2, 1], [1, 2]]);
      const dan = await addUser(stores);
      t.equal((await addBooking(stores, event.id, dan.id, 1, event.startAt)).position, 3);
    },
  );

  await example(t, 'a manager confirms out of turn, with force beyond the capacity', async (t, adapters) => {
    const { event, bob, cyd, state } = await openScene(adapters);
    const { bookings } = adapters.stores;
    const [first, second] = (await bookings.list(event.id, 'waitlisted', page)).items;
    const confirm = (id = '', force = false) => bookings.confirm(event.id, id, force, now);
    t.equal(await confirm(first?.id), 'event_full');
    t.strictSame(await confirm(second?.id), { ...second, status: 'confirmed', position: null });
    t.strictSame(await state(), [4, [3, 0], [2, 1], [1, 0]]);
    t.strictSame(await confirm(first?.id, true), { ...first, status: 'confirmed', position: null });
    t.strictSame(await state(), [6, [3, 0], [2, 0], [1, 0]]);
    t.strictSame(await confirm(first?.id), { ...first, status: 'confirmed', position: null });
    t.equal(await confirm(newId()), null);
    const other = await addEvent(adapters.stores);
    t.equal(await bookings.confirm(other.id, second?.id ?? '', true, now), null, 'of another event');
    t.strictSame([first?.user.id, second?.user.id], [bob.id, cyd.id]);
  });

  await example(t, '200 parallel bookings on 50 seats', async (t, { stores }) => {
    const event = await addEvent(stores, { capacity: 50 });
    const guests = await concurrently(200, () => addUser(stores));
    const counts: number[] = [];
    const bookings = await Promise.all(
      guests.map(async ({ id }) => {
        const booking = await addBooking(stores, event.id, id);
        counts.push((await stores.eventCatalog.detail(event.id, null, now))?.bookedCount ?? -1);
        return booking;
      }),
    );
    t.equal(bookings.filter(({ status }) => status === 'confirmed').length, 50);
    t.strictSame(
      bookings.flatMap(({ position }) => position ?? []).sort((one, other) => one - other),
      Array.from({ length: 150 }, (_, index) => index + 1),
    );
    t.ok(counts.every((count) => count >= 1 && count <= 50));
    await Promise.all(guests.slice(0, 100).map(({ id }) => stores.bookings.cancel(event.id, id, now)));
    const detail = await stores.eventCatalog.detail(event.id, null, now);
    t.strictSame([detail?.bookedCount, detail?.waitingCount], [50, 50]);
    t.equal((await stores.bookings.list(event.id, 'waitlisted', page)).total, 50);
  });
};
