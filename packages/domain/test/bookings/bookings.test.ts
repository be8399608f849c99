import t from 'tap';
import { createMemoryWorld } from '../../memory/index.ts';
import { after, hour } from '../../src/time.ts';
import { draft, faultsOf, person, refusal, unknownId } from '../support.ts';

const openScene = async (capacity: number | null = 2) => {
  const world = createMemoryWorld();
  const [organizer, ada, bob] = [await person(world), await person(world), await person(world)];
  const { id: eventId } = await world.domain.createEvent({
    organizerId: organizer,
    draft: draft(world, { capacity, maxPerBooking: 4, enabledModules: ['bringList'] }),
  });
  const book = (userId: typeof ada, quantity = 1) => world.domain.bookSeats({ eventId, userId, quantity });
  return { ...world, organizer, ada, bob, eventId, book };
};

t.test('books, waits, moves up and is listed', async (t) => {
  const { domain, organizer, ada, bob, eventId, book } = await openScene();
  const { booking, isNew } = await book(ada, 2);
  t.ok(isNew);
  t.hasStrict((await book(bob)).booking, { status: 'waitlisted', position: 1 });
  await domain.cancelBooking({ eventId, userId: ada });
  await domain.cancelBooking({ eventId, userId: ada });
  const mine = await domain.listMyBookings({ callerId: bob });
  t.hasStrict(mine, {
    total: 1,
    items: [{ booking: { status: 'confirmed' }, event: { event: { id: eventId } } }],
  });
  const all = await domain.listBookings({ eventId, callerId: organizer });
  t.notOk('code' in (all.items[0] ?? {}));
  await t.rejects(domain.listBookings({ eventId, callerId: ada }), refusal('forbidden'));
  await t.rejects(
    domain.checkInGuest({ eventId, callerId: organizer, code: booking.code }),
    refusal('not_found'),
  );
  const code = mine.items[0]?.booking.code ?? '';
  const first = await domain.checkInGuest({ eventId, callerId: organizer, code });
  t.hasStrict(first, { isFirst: true, attendee: { user: { id: bob }, booking: { quantity: 1 } } });
  await t.rejects(domain.checkInGuest({ eventId, callerId: ada, code }), refusal('forbidden'));
});

t.test('refuses what the rules refuse', async (t) => {
  const { domain, organizer, ada, bob, eventId, book } = await openScene();
  for (const quantity of [0, -1, 1.5, 5, 1_001])
    t.strictSame(
      (await faultsOf(book(ada, quantity))).map(({ path }) => path),
      ['/quantity'],
    );
  await t.rejects(book(ada, 3), refusal('event_full'));
  await t.rejects(
    domain.bookSeats({ eventId: unknownId, userId: ada, quantity: 1 }),
    refusal('event_not_found'),
  );
  await book(ada, 2);
  const { booking } = await book(bob);
  const confirm = { eventId, callerId: organizer, bookingId: booking.id, force: false };
  await t.rejects(domain.confirmBooking(confirm), refusal('event_full'));
  await t.rejects(domain.confirmBooking({ ...confirm, bookingId: unknownId }), refusal('not_found'));
  await t.rejects(
    domain.checkInGuest({ eventId, callerId: organizer, code: booking.code }),
    refusal('not_confirmed'),
  );
  t.hasStrict(await domain.confirmBooking({ ...confirm, force: true }), {
    status: 'confirmed',
    user: { id: bob },
  });
  await t.rejects(
    domain.updateEvent({ eventId, callerId: organizer, changes: { capacity: 1 } }),
    refusal('capacity_below_booked', { bookedCount: 3 }),
  );
  await domain.updateEvent({ eventId, callerId: organizer, changes: { title: 'Still over its capacity' } });
  await domain.removeAttendee({ eventId, callerId: organizer, userId: bob });
  await t.rejects(book(bob), refusal('removed_by_organizer'));
});

t.test('an ended event takes no booking', async (t) => {
  const { clock, ada, book } = await openScene();
  clock.advance(30 * hour);
  await t.rejects(book(ada), refusal('event_over'));
});

t.test('the export has every attendee with what they bring', async (t) => {
  const { domain, organizer, ada, bob, eventId, book } = await openScene(null);
  for (const user of [ada, bob]) await book(user);
  const { id: itemId } = await domain.addBringItem({
    eventId,
    callerId: organizer,
    title: ' Chips ',
    quantity: 3,
  });
  await domain.claimBringItem({ eventId, userId: bob, itemId, quantity: 2 });
  const rows = [];
  const { pages } = await domain.exportAttendees({ eventId, callerId: organizer });
  for await (const page of pages) rows.push(...page);
  t.strictSame(
    rows.map(({ user, brings }) => [user.id, brings]),
    [
      [ada, []],
      [bob, [{ title: 'Chips', quantity: 2 }]],
    ],
  );
  await t.rejects(domain.exportAttendees({ eventId, callerId: ada }), refusal('forbidden'));
});

t.test('the bring list', async (t) => {
  const { domain, clock, organizer, ada, bob, eventId } = await openScene();
  const add = (title: string, quantity = 1) =>
    domain.addBringItem({ eventId, callerId: organizer, title, quantity });
  const { id: itemId } = await add('Cups', 3);
  t.strictSame(
    (await faultsOf(add(' ', 1_000))).map(({ path }) => path),
    ['/title', '/quantity'],
  );
  await t.rejects(
    domain.addBringItem({ eventId, callerId: ada, title: 'x', quantity: 1 }),
    refusal('forbidden'),
  );
  const claim = (userId: typeof ada, quantity = 1) =>
    domain.claimBringItem({ eventId, userId, itemId, quantity });
  await t.rejects(claim(ada), refusal('not_going'));
  for (const userId of [ada, bob]) await domain.answerRsvp({ eventId, userId, state: 'going' });
  t.hasStrict(await claim(ada, 2), { claimed: 2, myClaim: 2 });
  await t.rejects(claim(bob, 2), refusal('item_taken', { left: 1 }));
  t.strictSame(
    (await faultsOf(claim(bob, 0))).map(({ path }) => path),
    ['/quantity'],
  );
  const change = (quantity: number) =>
    domain.changeBringItem({ eventId, callerId: organizer, itemId, quantity });
  await t.rejects(change(1), refusal('quantity_below_claimed', { claimed: 2 }));
  t.hasStrict(await change(2), { title: 'Cups', quantity: 2 });
  t.hasStrict(await domain.listBringItems({ eventId, callerId: null }), [
    { claimed: 2, myClaim: null, claims: [] },
  ]);
  await domain.updateEvent({ eventId, callerId: organizer, changes: { enabledModules: [] } });
  await t.rejects(claim(bob), refusal('module_disabled'));
  await t.rejects(domain.listBringItems({ eventId, callerId: ada }), refusal('module_disabled'));
  await domain.releaseBringItem({ eventId, userId: ada, itemId });
  await domain.releaseBringItem({ eventId, userId: ada, itemId: 'nothing' });
  await domain.updateEvent({ eventId, callerId: organizer, changes: { enabledModules: ['bringList'] } });
  t.hasStrict(await domain.listBringItems({ eventId, callerId: ada }), [{ claimed: 0 }], 'the list was kept');
  await domain.removeBringItem({ eventId, callerId: organizer, itemId });
  await t.rejects(domain.removeBringItem({ eventId, callerId: organizer, itemId }), refusal('not_found'));
  for (let count = 0; count < 100; count += 1) await add(`Item ${count}`);
  await t.rejects(add('one more'), refusal('bring_list_full'));
  clock.advance(after(clock.now(), 30 * hour).getTime() - clock.now().getTime());
  await t.rejects(claim(ada), refusal('event_over'));
});
