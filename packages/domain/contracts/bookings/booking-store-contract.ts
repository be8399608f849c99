import type { EventId } from '../../src/ids.ts';
import { after, day, hour } from '../../src/time.ts';
import { addBooking, addEvent, addUser, documentOf, newId, newToken, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  'attendees' | 'bookings' | 'eventAdmins' | 'eventCatalog' | 'events' | 'rsvps' | 'users',
  'unitOfWork'
>;

const page = { page: 1, limit: 50 };

export const bookingStoreContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'confirms what fits, and shows it with its code to its holder', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores, { capacity: 5 }), await addEvent(stores, { capacity: 5 })];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    await addBooking(stores, other.id, bob.id, 4);
    const booking = await addBooking(stores, event.id, ada.id, 2);
    t.strictSame(
      [booking.quantity, booking.status, booking.position, booking.createdAt],
      [2, 'confirmed', null, now],
    );
    const detail = await stores.eventCatalog.detail(event.id, ada.id, now);
    t.strictSame(detail?.myBooking, booking);
    t.strictSame([detail?.bookedCount, detail?.myRsvp, detail?.rsvpCount], [2, 'going', 1]);
    t.equal((await stores.eventCatalog.detail(event.id, bob.id, now))?.myBooking, null);
    t.equal((await stores.eventCatalog.detail(other.id, bob.id, now))?.bookedCount, 4);
  });

  await example(
    t,
    'the same booking again changes nothing, not even a cleared RSVP',
    async (t, { stores }) => {
      const event = await addEvent(stores, { capacity: 5 });
      const ada = await addUser(stores);
      const booking = await addBooking(stores, event.id, ada.id, 2);
      await stores.rsvps.set(event.id, ada.id, null, now);
      const request = {
        event: event.id,
        user: ada.id,
        id: newId<'booking'>(),
        code: newToken(),
        quantity: 2,
      };
      const again = await stores.bookings.book({ ...request, at: after(now, hour), charge: null });
      t.strictSame(again, { booking, isNew: false });
      const detail = await stores.eventCatalog.detail(event.id, ada.id, now);
      t.strictSame([detail?.bookedCount, detail?.myRsvp], [2, null]);
    },
  );

  await example(t, 'refuses without a change', async (t, { stores }) => {
    const event = await addEvent(stores, { capacity: 5, hasWaitlist: false, maxPerBooking: 6 });
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const book = (user: typeof ada, quantity: number, at = now, id = event.id) =>
      stores.bookings.book({
        event: id,
        user: user.id,
        id: newId(),
        code: newToken(),
        quantity,
        at,
        charge: null,
      });
    await addBooking(stores, event.id, ada.id, 4);
    t.strictSame(await book(bob, 2), { refusal: 'event_full' });
    t.strictSame(await book(bob, 6), { refusal: 'event_full' });
    t.strictSame(await book(bob, 7), { refusal: 'quantity' });
    t.strictSame(await book(ada, 6), { refusal: 'event_full' });
    t.strictSame(await book(bob, 1, event.endAt), { refusal: 'event_over' });
    t.equal(await book(bob, 1, now, newId<'event'>() as EventId), null);
    const removedUser = await addUser(stores);
    await stores.rsvps.set(event.id, removedUser.id, 'going', now);
    await stores.attendees.remove(event.id, removedUser.id, now);
    t.equal(await book(removedUser, 1), null, 'a removed guest');
    await stores.events.cancel(event.id, now);
    t.strictSame(await book(ada, 1), { refusal: 'event_cancelled' });
    const detail = await stores.eventCatalog.detail(event.id, bob.id, now);
    t.strictSame([detail?.bookedCount, detail?.rsvpCount, detail?.myRsvp], [4, 1, null]);
    t.strictSame((await stores.bookings.list(event.id, null, page)).total, 1);
  });

  await example(t, 'a booking beyond the bounds is repeated, shrinks and ends', async (t, { stores }) => {
    const event = await addEvent(stores, { capacity: 9, maxPerBooking: 8 });
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    await addBooking(stores, event.id, ada.id, 4);
    const waitingBooking = await addBooking(stores, event.id, bob.id, 8);
    const bounds = { capacity: 5, maxPerBooking: 4 };
    t.equal(await stores.events.change(event.id, 0, bounds, documentOf({ ...event, ...bounds }), now), true);
    const book = async (quantity: number) => {
      const request = { event: event.id, user: bob.id, id: newId(), code: newToken(), quantity };
      const outcome = await stores.bookings.book({ ...request, at: now, charge: null });
      if (outcome === null || 'until' in outcome || 'refusal' in outcome) return outcome;
      return [outcome.booking.id === waitingBooking.id, outcome.booking.quantity, outcome.booking.position];
    };
    t.strictSame(
      [await book(8), await book(7)],
      [
        [true, 8, 1],
        [true, 7, 1],
      ],
      'that waits',
    );
    t.strictSame(await book(8), { refusal: 'quantity' });
    await stores.bookings.confirm(event.id, waitingBooking.id, true, now);
    t.strictSame(
      [await book(7), await book(6)],
      [
        [true, 7, null],
        [true, 6, null],
      ],
      'that has seats',
    );
    t.strictSame(await book(7), { refusal: 'quantity' });
    const bookedCount = async () => (await stores.eventCatalog.detail(event.id, null, now))?.bookedCount;
    t.equal(await bookedCount(), 10);
    await stores.bookings.cancel(event.id, bob.id, now);
    t.equal(await bookedCount(), 4);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores, { capacity: 2 });
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    await addBooking(stores, event.id, ada.id, 2);
    const waitingBooking = await addBooking(stores, event.id, bob.id, 1);
    await rolledBack(t, adapters, ({ bookings }) => bookings.cancel(event.id, ada.id, now));
    t.strictSame((await stores.eventCatalog.detail(event.id, bob.id, now))?.myBooking, waitingBooking);
    t.equal((await stores.eventCatalog.detail(event.id, ada.id, now))?.bookedCount, 2);
  });

  await example(t, 'a booking lets its holder see a private event', async (t, { stores }) => {
    const event = await addEvent(stores, { visibility: 'private' });
    const ada = await addUser(stores);
    await addBooking(stores, event.id, ada.id);
    await stores.rsvps.set(event.id, ada.id, null, now);
    t.ok(await stores.eventCatalog.detail(event.id, ada.id, now));
    t.ok(await stores.events.access(event.id, ada.id, now));
    t.ok(await stores.attendees.attends(event.id, ada.id));
    await stores.bookings.cancel(event.id, ada.id, now);
    t.equal(await stores.events.access(event.id, ada.id, now), null);
  });

  await example(t, 'lists the bookings of a user with their events', async (t, { stores }) => {
    const [late, soon, other] = [
      await addEvent(stores, { startAt: after(now, 3 * day), endAt: after(now, 4 * day) }),
      await addEvent(stores),
      await addEvent(stores),
    ];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const [one, two] = [
      await addBooking(stores, late.id, ada.id),
      await addBooking(stores, soon.id, ada.id, 3),
    ];
    await addBooking(stores, other.id, bob.id);
    await stores.rsvps.set(other.id, ada.id, 'going', now);
    const mine = await stores.eventCatalog.mine(ada.id, ['booked'], page, now);
    t.strictSame([mine.total, mine.items.map(({ event }) => event.id)], [2, [soon.id, late.id]]);
    t.strictSame(
      [...(await stores.bookings.ofUser(ada.id, [late.id, soon.id, other.id]))].sort(),
      [
        [late.id, one],
        [soon.id, two],
      ].sort(),
    );
  });

  await example(t, 'checks a confirmed booking of this event in, once', async (t, { stores }) => {
    const [event, other] = [await addEvent(stores, { capacity: 1 }), await addEvent(stores)];
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const { code } = await addBooking(stores, event.id, ada.id);
    const waitingBooking = await addBooking(stores, event.id, bob.id);
    const checkIn = (code: string, at = now, id = event.id) => stores.bookings.checkIn(id, code, at);
    t.strictSame(await stores.bookings.checkedIn(event.id), { seats: 0, of: 1 });
    t.strictSame(await stores.bookings.checkedIn(other.id), { seats: 0, of: 0 });
    t.equal(await checkIn(code, now, other.id), null);
    t.equal(await checkIn(newToken()), null);
    t.equal(await checkIn(waitingBooking.code), 'not_confirmed');
    t.strictSame(await checkIn(code), { user: ada.id, checkedInAt: now, isFirst: true });
    t.strictSame(await checkIn(code, after(now, hour)), { user: ada.id, checkedInAt: now, isFirst: false });
    const firsts = await concurrently(8, () => checkIn(code));
    t.strictSame(firsts, Array(8).fill({ user: ada.id, checkedInAt: now, isFirst: false }));
    t.strictSame(await stores.bookings.checkedIn(event.id), { seats: 1, of: 1 }, 'but for who waits');
  });

  await example(t, 'attendees show their bookings, guests without an RSVP too', async (t, { stores }) => {
    const event = await addEvent(stores, { capacity: 2 });
    const [ada, bob] = [await addUser(stores), await addUser(stores)];
    const { code: _, ...booking } = await addBooking(stores, event.id, ada.id, 2);
    const { code: __, ...waiting } = await addBooking(stores, event.id, bob.id, 1, after(now, hour));
    await stores.rsvps.set(event.id, bob.id, null, now);
    const { items, total } = await stores.attendees.list(event.id, {}, page, now);
    t.equal(total, 2);
    t.strictSame(
      items.map((item) => [item.user.id, item.rsvp, item.booking, item.via, item.since]),
      [
        [ada.id, 'going', booking, 'public', now],
        [bob.id, null, waiting, 'public', after(now, hour)],
      ],
    );
    t.strictSame(await stores.attendees.after(event.id, null, 9, now), items);
    t.strictSame(await stores.attendees.after(event.id, ada.id, 9, now), items.slice(1));
    t.strictSame(await stores.attendees.find(event.id, bob.id, now), items[1]);
    t.equal(await stores.attendees.find(event.id, event.organizerId, now), null);
  });
};
