import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { createDomain } from '../../src/create-domain.ts';
import type { UserId } from '../../src/ids.ts';
import { day } from '../../src/time.ts';
import { event, faultsOf, person, refusal, unknownId } from '../support.ts';

const origin = { sessionId: null, network: '203.0.113.0/24' };

const openScene = async (changes = {}, settings = {}) => {
  const world = createMemoryWorld({ settings });
  const { domain } = world;
  const [organizer, guest] = [await person(world), await person(world)];
  const { id: eventId } = await event(world, organizer, { enabledModules: ['bringList'], ...changes });
  const book = (userId = guest, quantity = 1, of = eventId) =>
    domain.bookSeats({ eventId: of, userId, quantity });
  return { world, domain, organizer, guest, eventId, book };
};

t.test('removed guests of a public event learn it, of a private one nothing', async (t) => {
  const { domain, organizer, guest, eventId, book, world } = await openScene();
  await book();
  await domain.removeAttendee({ eventId, callerId: organizer, userId: guest, origin });
  await t.rejects(book(), refusal('removed_by_organizer'));
  const privateEvent = await event(world, organizer, { visibility: 'private' });
  await t.rejects(book(guest, 1, privateEvent.id), refusal('event_not_found'));
  await t.rejects(book(guest, 1, unknownId as never), refusal('event_not_found'));
});

t.test('a booking spends the quota of RSVPs, and stays as it was beyond it', async (t) => {
  const { domain, guest, book, eventId, world } = await openScene({}, { quotaScale: 0.01 });
  await book(guest, 1);
  await t.rejects(book(guest, 2), refusal('rate_limited', { budget: 'rsvps-and-saves' }));
  t.match(await domain.getEvent({ eventId, callerId: guest }), {
    bookedCount: 1,
    myBooking: { quantity: 1 },
  });
  await domain.cancelBooking({ eventId, userId: guest });
  await t.rejects(book(guest, 2), refusal('rate_limited'));
  t.equal(world.tables.bookings.rows().length, 0);
});

t.test('ids and codes that are none are unknown', async (t) => {
  const { domain, organizer, guest, eventId, book } = await openScene();
  await book();
  const confirm = (bookingId: string) =>
    domain.confirmBooking({ eventId, callerId: organizer, bookingId, force: false });
  for (const id of ['x', unknownId]) await t.rejects(confirm(id), refusal('not_found'));
  const checkIn = (code: string) => domain.checkInGuest({ eventId, callerId: organizer, code });
  for (const code of ['x', 'x'.repeat(1_000)]) await t.rejects(checkIn(code), refusal('not_found'));
  const item = { eventId, callerId: organizer, userId: guest };
  for (const itemId of ['x', unknownId]) {
    await t.rejects(domain.claimBringItem({ ...item, itemId, quantity: 1 }), refusal('not_found'));
    await t.rejects(domain.changeBringItem({ ...item, itemId, title: 'x' }), refusal('not_found'));
    await t.rejects(domain.removeBringItem({ ...item, itemId }), refusal('not_found'));
    await domain.releaseBringItem({ ...item, itemId });
  }
  t.match(await faultsOf(domain.changeBringItem({ ...item, itemId: unknownId, title: '', quantity: 0 })), [
    { path: '/title' },
    { path: '/quantity' },
  ]);
});

t.test('an event that is over takes no claim, a manager’s own booking is checked in', async (t) => {
  const { domain, organizer, guest, eventId, book, world } = await openScene();
  const { booking } = await book(organizer, 2);
  t.match(await domain.checkInGuest({ eventId, callerId: organizer, code: booking.code }), {
    attendee: { user: { id: organizer }, booking: { id: booking.id, quantity: 2 }, rsvp: 'going' },
    isFirst: true,
  });
  const { id: itemId } = await domain.addBringItem({
    eventId,
    callerId: organizer,
    title: 'Tea',
    quantity: 1,
  });
  await book(guest);
  world.clock.advance(3 * day);
  const claim = { eventId, userId: guest, itemId, quantity: 1 };
  await t.rejects(domain.claimBringItem(claim), refusal('event_over'));
});

t.test('what ends between two steps is left out, or not found', async (t) => {
  const { world, domain, organizer, guest, eventId, book } = await openScene();
  const { booking } = await book();
  const { stores } = world.dependencies;
  const without = (changes: object) =>
    createDomain({ ...world.dependencies, stores: { ...stores, ...changes } });
  const lists = without({ bookings: { ...stores.bookings, ofUser: async () => new Map() } });
  t.strictSame((await lists.listMyBookings({ callerId: guest })).items, []);
  const arrivals = without({
    attendees: { ...stores.attendees, find: async () => null },
    users: { ...stores.users, find: async () => null },
  });
  await t.rejects(
    arrivals.checkInGuest({ eventId, callerId: organizer, code: booking.code }),
    refusal('not_found'),
  );
  const item = await domain.addBringItem({ eventId, callerId: organizer, title: 'Tea', quantity: 1 });
  const items = without({ bringLists: { ...stores.bringLists, find: async () => null } });
  await t.rejects(
    items.claimBringItem({ eventId, userId: guest, itemId: item.id, quantity: 1 }),
    refusal('not_found'),
  );
  const privateEvent = await event(world, organizer, { visibility: 'private' });
  const removals = without({ bookings: { ...stores.bookings, book: async () => null } });
  await t.rejects(
    removals.bookSeats({ eventId: privateEvent.id, userId: organizer, quantity: 1 }),
    refusal('event_not_found'),
  );
  const rsvps = without({ rsvps: { ...stores.rsvps, set: async () => null } });
  await t.rejects(rsvps.answerRsvp({ eventId, userId: guest, state: null }), refusal('event_not_found'));
  const users = without({ users: { ...stores.users, update: async () => null } });
  await t.rejects(
    users.updateProfile({ userId: guest, changes: { name: 'Mira' } }),
    refusal('unauthenticated'),
  );
  const events = without({ events: { ...stores.events, find: async () => null } });
  const own = { eventId, callerId: organizer, origin };
  await t.rejects(events.updateEvent({ ...own, changes: {} }), refusal('event_not_found'));
  const record = await stores.events.find(eventId);
  const takenDown = { reason: 'Spam.', at: world.clock.now() };
  const hides = without({
    events: { ...stores.events, find: async () => record && { ...record, takenDown } },
  });
  await t.rejects(hides.updateEvent({ ...own, changes: {} }), refusal('event_taken_down'));
});

t.test('attendees are exported page by page', async (t) => {
  const { world, domain, organizer, eventId } = await openScene();
  const [row] = world.tables.users.rows();
  for (let count = 0; count < 201; count += 1) {
    const id = `019e830e-1a00-7000-9000-${String(count).padStart(12, '0')}` as UserId;
    if (row) world.tables.users.set(id, { ...row, id, phone: `+4930${count}`, username: `guest-${count}` });
    await world.dependencies.stores.rsvps.set(eventId, id, 'going', world.clock.now());
  }
  const sizes: number[] = [];
  const { pages } = await domain.exportAttendees({ eventId, callerId: organizer });
  for await (const page of pages) sizes.push(page.length);
  t.strictSame(sizes, [100, 100, 1]);
  await t.rejects(domain.exportAttendees({ eventId, callerId: unknownId as UserId }), refusal('forbidden'));
});
