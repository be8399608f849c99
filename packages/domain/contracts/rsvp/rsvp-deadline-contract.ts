import type { RsvpState } from '../../src/events/rsvp.ts';
import type { UserId } from '../../src/ids.ts';
import { after, hour } from '../../src/time.ts';
import { addBooking, addEvent, addUser, newId, newToken, now, sendInvitation } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<'bookings' | 'eventCatalog' | 'events' | 'invitations' | 'rsvps' | 'users'>;

const deadline = after(now, hour);
const page = { page: 1, limit: 50 };

/** What an event takes and refuses from its `rsvpUntil` on. */
export const rsvpDeadlineContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'takes no other answer from the deadline on', async (t, { stores }) => {
    const event = await addEvent(stores, { rsvpUntil: deadline });
    const [ada, bob, cyd] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    const set = (user: { readonly id: UserId }, state: RsvpState, at = deadline) =>
      stores.rsvps.set(event.id, user.id, state, at);
    await set(ada, 'going', now);
    t.strictSame(await set(bob, 'interested', after(deadline, -1)), {
      myRsvp: 'interested',
      rsvpCount: 2,
    });
    t.strictSame(await set(ada, 'going'), { myRsvp: 'going', rsvpCount: 2 }, 'the same again');
    for (const state of ['going', 'interested'] as const) t.equal(await set(cyd, state), 'closed');
    t.equal(await set(ada, 'interested'), 'closed');
    t.equal(await set(bob, 'going'), 'closed');
    const detail = await stores.eventCatalog.detail(event.id, bob.id, deadline);
    t.strictSame(
      [detail?.rsvpUntil, detail?.myRsvp, detail?.goingCount, detail?.interestedCount],
      [deadline, 'interested', 1, 1],
    );
    t.strictSame(await set(ada, null), { myRsvp: null, rsvpCount: 1 });
    t.strictSame(await set(ada, null), { myRsvp: null, rsvpCount: 1 });
    t.equal(await set(ada, 'going'), 'closed', 'what was cleared does not come back');
  });

  await example(t, 'charges refused answers as any others', async (t, { stores }) => {
    const event = await addEvent(stores, { rsvpUntil: now });
    const { id } = await addUser(stores);
    const charge = {
      key: `rsvps-and-saves:${id}`,
      amount: 1,
      limit: { account: id, usual: 2, young: 2, youngSince: now },
      until: after(now, hour),
    };
    const answer = () => stores.rsvps.setWithin(charge, event.id, id, 'going', now);
    t.strictSame([await answer(), await answer()], ['closed', 'closed']);
    t.strictSame(await answer(), { limit: 2, until: charge.until });
  });

  await example(t, 'the same answer again and its end at once end it', async (t, { stores }) => {
    const event = await addEvent(stores, { rsvpUntil: deadline });
    const guests = await concurrently(10, () => addUser(stores));
    for (const { id } of guests) await stores.rsvps.set(event.id, id, 'going', now);
    await concurrently(40, (index) =>
      stores.rsvps.set(
        event.id,
        guests[index % 10]?.id as UserId,
        index % 20 < 10 ? 'going' : null,
        deadline,
      ),
    );
    const detail = await stores.eventCatalog.detail(event.id, null, deadline);
    t.equal(detail?.rsvpCount, 0);
  });

  await example(t, 'leaves invitations as they are', async (t, { stores }) => {
    const event = await addEvent(stores, { rsvpUntil: deadline });
    const guest = await addUser(stores);
    const { id } = await sendInvitation(stores, event, { kind: 'user', userId: guest.id });
    t.equal(await stores.rsvps.set(event.id, guest.id, 'going', deadline), 'closed');
    t.equal((await stores.invitations.find(id))?.state, 'pending');
  });

  await example(t, 'takes smaller bookings alone, and the queue still moves up', async (t, { stores }) => {
    const event = await addEvent(stores, { rsvpUntil: deadline, capacity: 4 });
    const [ada, bob, cyd] = [await addUser(stores), await addUser(stores), await addUser(stores)];
    await addBooking(stores, event.id, ada.id, 3);
    await addBooking(stores, event.id, bob.id, 2);
    const { id } = await addBooking(stores, event.id, cyd.id, 2);
    const book = (user: { readonly id: UserId }, quantity: number) => {
      const request = { event: event.id, user: user.id, id: newId<'booking'>(), code: newToken() };
      return stores.bookings.book({ ...request, quantity, at: deadline, charge: null });
    };
    const quantityOf = async (outcome: ReturnType<typeof book>) => {
      const result = await outcome;
      return result && 'booking' in result ? [result.booking.quantity, result.booking.status] : result;
    };
    const closed = { refusal: 'rsvp_closed' };
    t.strictSame(await book(await addUser(stores), 1), closed);
    t.strictSame(await book(ada, 4), closed);
    t.strictSame(await book(bob, 3), closed, 'a waiting one neither');
    t.strictSame(await quantityOf(book(ada, 3)), [3, 'confirmed'], 'the same again');
    await stores.rsvps.set(event.id, ada.id, null, deadline);
    t.strictSame(await quantityOf(book(ada, 2)), [2, 'confirmed']);
    const detail = await stores.eventCatalog.detail(event.id, ada.id, deadline);
    t.strictSame([detail?.bookedCount, detail?.myRsvp], [4, null], 'the RSVP stays as it was');
    t.strictSame(await stores.bookings.confirm(event.id, id, false, deadline), 'event_full');
    await stores.bookings.cancel(event.id, ada.id, deadline);
    const { items } = await stores.bookings.list(event.id, 'confirmed', page);
    t.equal(items.length, 2, 'the queue moves up');
  });
};
