import { createMemoryWorld } from '@event-platform/domain/memory';
import t from 'tap';
import { demoEvents, demoPeople, demoSignIns, demoSteps } from '../../src/demo/demo-data.ts';
import { loadDemo } from '../../src/demo/load-demo.ts';

const now = new Date('2026-11-21T15:30:00.000Z');

t.test('adds the demo data once, also when loaded again on a later day, and sends no message', async (t) => {
  const world = createMemoryWorld({ now });
  const { tables } = world;
  const counts = () => ({
    people: tables.users.rows().length,
    events: tables.events.rows().length,
    series: tables.series.rows().length,
    rsvps: tables.rsvps.rows().length,
    saved: tables.saved.rows().length,
    invitations: tables.invitations.rows().length,
    circles: tables.circles.rows().length,
    bookings: tables.bookings.rows().length,
    bringItems: tables.bringItems.rows().length,
    bringClaims: tables.bringClaims.rows().length,
  });
  await loadDemo(world.domain, world.dependencies)();
  const first = counts();
  const brings = demoSteps.flatMap((step) => ('brings' in step ? step.brings : []));
  t.match(first, {
    people: demoPeople.length,
    // With twelve Sundays of the weekly run.
    events: demoEvents.length + 12,
    series: 1,
    rsvps: new Set(
      demoSteps.flatMap((step) => ('rsvp' in step || 'seats' in step ? `${step.person} ${step.event}` : [])),
    ).size,
    saved: demoSteps.filter((step) => 'saved' in step).length,
    bookings: demoSteps.filter((step) => 'seats' in step).length,
    bringItems: brings.length,
    bringClaims: brings.flatMap(({ claims }) => Object.keys(claims)).length,
  });
  world.clock.advance(2 * 86_400_000);
  await loadDemo(world.domain, world.dependencies)();
  t.same(counts(), first);
  await world.deliverMails();
  t.same(world.smsSent, []);
  t.same(world.mailsSent, []);
});

t.test('lists upcoming events, and leaves an open invitation to accept', async (t) => {
  const world = createMemoryWorld({ now });
  await loadDemo(world.domain, world.dependencies)();
  const { total } = await world.domain.listEvents({ callerId: null });
  t.ok(total > 40, String(total));
  const open = await Promise.all(
    demoSignIns.map(async ({ phone }) => {
      const user = await world.dependencies.stores.users.findByPhone(phone);
      return user ? world.domain.listMyInvitations({ userId: user.id }) : [];
    }),
  );
  t.equal(open.length, 2);
  t.ok(open.flat().length > 0);
});

t.test('keeps what users have changed, and skips events that have ended', async (t) => {
  const world = createMemoryWorld({ now });
  await loadDemo(world.domain, world.dependencies)();
  const [lena] = demoPeople;
  const user = await world.dependencies.stores.users.findByPhone(lena?.phone ?? '');
  if (!user) return t.fail('the demo user has no account');
  const { items } = await world.domain.listMyEvents({ callerId: user.id, role: 'organizing' });
  for (const {
    event: { id },
  } of items)
    await world.domain.cancelEvent({ eventId: id, callerId: user.id });
  world.clock.advance(400 * 86_400_000);
  await loadDemo(world.domain, world.dependencies)();
  const after = await world.domain.listMyEvents({ callerId: user.id, role: 'organizing' });
  t.ok(after.items.every(({ event: { status } }) => status === 'cancelled'));
});
