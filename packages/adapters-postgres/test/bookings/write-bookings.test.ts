// Bookings that arrive while others are written share transactions: each has its own outcome, and leaves nothing when refused.
import type { AccountCharge, EventId, UserId } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import fc from 'fast-check';
import pg from 'pg';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addBooking, addEvent, addUser, newId, newToken, now } = fixtures;
const database = await openTestPostgres(t);
const { postgres, stores } = database;
const earlier = new Date(now.getTime() - 1);
const page = { page: 1, limit: 50 };

const book = (event: EventId, user: UserId, quantity = 1, charge: AccountCharge | null = null) =>
  stores.bookings.book({ event, user, id: newId(), code: newToken(), quantity, at: now, charge });
type Outcome = Awaited<ReturnType<typeof book>>;
const isBooked = (outcome: Outcome | undefined) => !!outcome && 'booking' in outcome;
const addUsers = (count: number): Promise<UserId[]> =>
  Promise.all(Array.from({ length: count }, async () => (await addUser(stores)).id));
const goingTo = async (event: EventId): Promise<UserId[]> => {
  const rows = await database.query<{ user_id: UserId }>(
    `select user_id from rsvp where event_id = '${event}' and state = 'going' order by user_id`,
  );
  return rows.map(({ user_id }) => user_id);
};

t.test('a refused booking leaves nothing, and those beside it are written', async (t) => {
  const [event, closedEvent] = [
    await addEvent(stores, { capacity: 3, hasWaitlist: false }),
    await addEvent(stores, { rsvpUntil: now }),
  ];
  const users = await addUsers(12);
  const [removedUserId, spender, early, late] = (await addUsers(4)) as [UserId, UserId, UserId, UserId];
  await addBooking(stores, event.id, removedUserId);
  await stores.attendees.remove(event.id, removedUserId, now);
  await addBooking(stores, closedEvent.id, early, 3, earlier);
  await stores.rsvps.set(closedEvent.id, early, null, now);
  const limit = { account: spender, usual: 0, young: 0, youngSince: now };
  const charge = { key: 'spent', amount: 1, limit, until: closedEvent.startAt };
  const spent = { limit: 0, until: closedEvent.startAt };
  // The first is written by itself, and the others wait for it.
  const outcomes = await Promise.all([
    book(event.id, users[0] as UserId),
    book(event.id, removedUserId),
    book(event.id, newId<'user'>()),
    book(event.id, spender, 1, charge),
    book(closedEvent.id, early, 2),
    book(closedEvent.id, late),
    ...users.slice(1).map((user) => book(event.id, user)),
  ]);
  t.strictSame(outcomes.slice(1, 4), [null, null, spent]);
  t.hasStrict(outcomes[4], { booking: { quantity: 2, position: null }, isNew: false });
  t.strictSame(outcomes[5], { refusal: 'rsvp_closed' });
  const own = [outcomes[0], ...outcomes.slice(6)];
  const guests = users.filter((_, index) => isBooked(own[index]));
  t.equal(guests.length, 3);
  t.strictSame(
    own.filter((one) => !isBooked(one)),
    Array(9).fill({ refusal: 'event_full' }),
  );
  t.strictSame(await goingTo(event.id), guests.toSorted());
  t.strictSame(await goingTo(closedEvent.id), []);
  t.strictSame(await database.query("select from quota_use where key = 'spent'"), []);
});

t.test('a place in the queue, a repeated booking and an end at the same time', async (t) => {
  const event = await addEvent(stores, { capacity: 1 });
  const users = await addUsers(30);
  const first = await Promise.all(users.map((user) => book(event.id, user)));
  const positions = first.map((one) => (one && 'booking' in one ? one.booking.position : undefined));
  t.strictSame(
    positions.map((position) => position ?? 0).sort((one, other) => one - other),
    users.map((_, index) => index),
  );
  const inOrder = users.toSorted((one, other) => {
    const place = (user: UserId) => positions[users.indexOf(user)] ?? 0;
    return place(one) - place(other);
  });
  const repeated = await Promise.all(users.map((user) => book(event.id, user)));
  t.strictSame(
    repeated,
    first.map((one) => ({ ...one, isNew: false })),
  );
  await Promise.all(inOrder.slice(0, 20).map((user) => stores.bookings.cancel(event.id, user, now)));
  const { items } = await stores.bookings.list(event.id, null, page);
  t.strictSame(
    items.map(({ user, position }) => [user.id, position]),
    inOrder.slice(20).map((user, index) => [user, index || null]),
  );
  t.equal((await goingTo(event.id)).length, 30, 'the RSVP stays');
});

t.test('who joins the queue gets a seat that becomes free in the same transaction', async (t) => {
  const event = await addEvent(stores, { capacity: 4 });
  const [ada, bob] = (await addUsers(2)) as [UserId, UserId];
  await addBooking(stores, event.id, ada, 4, earlier);
  // The others wait for the first, and are then written together.
  const outcomes = await Promise.all([
    book(event.id, ada, 4),
    book(event.id, bob, 2),
    book(event.id, ada, 2),
  ]);
  t.hasStrict(outcomes[1], { booking: { position: 1 }, isNew: true });
  const { items } = await stores.bookings.list(event.id, 'confirmed', page);
  t.strictSame(
    items.map(({ user, quantity }) => [user.id, quantity]),
    [
      [ada, 2],
      [bob, 2],
    ],
  );
  t.hasStrict(
    await database.query(
      `select user_id, data from outbox where event_id = '${event.id}' and kind = 'booking.confirmed'`,
    ),
    [{ user_id: bob, data: { bookingId: items[1]?.id, isPromotion: true } }],
  );
});

const guest = fc.integer({ min: 0, max: 7 });
const quantity = fc.integer({ min: 0, max: 4 });
const round = fc.uniqueArray(fc.record({ event: fc.integer({ min: 0, max: 1 }), guest, quantity }), {
  selector: ({ event, guest }) => event * 8 + guest,
  minLength: 8,
  maxLength: 12,
});

t.test('any moves at the same time leave exact counts, no free seat and no double place', async (t) => {
  let refusals = 0;
  let promotions = 0;
  const capacities = fc.tuple(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 2, max: 8 }));
  await fc.assert(
    fc.asyncProperty(
      capacities,
      fc.array(round, { minLength: 4, maxLength: 6 }),
      async ([one, two], rounds) => {
        const users = await addUsers(8);
        const events = [
          await addEvent(stores, { capacity: one }),
          await addEvent(stores, { capacity: two, hasWaitlist: false }),
        ];
        const ownCounts = new Map<string, number>();
        for (const moves of rounds) {
          const outcomes = await Promise.all(
            moves.map(async ({ event, guest, quantity }) => {
              const [{ id }, user] = [events[event] as (typeof events)[number], users[guest] as UserId];
              if (quantity === 0) await stores.bookings.cancel(id, user, now);
              const outcome = quantity === 0 ? null : await book(id, user, quantity);
              if (quantity === 0) ownCounts.delete(id + user);
              else if (isBooked(outcome)) ownCounts.set(id + user, quantity);
              return outcome;
            }),
          );
          refusals += outcomes.filter((outcome) => outcome && 'refusal' in outcome).length;
          for (const { id, capacity } of events) {
            const { items } = await stores.bookings.list(id, null, page);
            const [counts] = await database.query<{ booked: number; waiting: number; going: number }>(
              `select booked, waiting, going from event_stats where event_id = '${id}'`,
            );
            const confirmed = items.filter(({ status }) => status === 'confirmed');
            const queue = items.filter(({ status }) => status === 'waitlisted');
            const booked = confirmed.reduce((sum, { quantity }) => sum + quantity, 0);
            const actual = items.map(({ user, quantity }) => [id + user.id, quantity]);
            const going = (await goingTo(id)).length;
            const expected = [...ownCounts].filter(([key]) => key.startsWith(id));
            if (JSON.stringify(actual.sort()) !== JSON.stringify(expected.sort()))
              throw new Error('other bookings');
            if (counts?.booked !== booked || counts.waiting !== queue.length || counts.going !== going)
              throw new Error(`${JSON.stringify(counts)} are not the counts`);
            if (booked > (capacity ?? 0)) throw new Error('oversold');
            const [head] = queue;
            if (head && head.quantity <= (capacity ?? 0) - booked) throw new Error('a free seat');
            if (queue.some(({ position }, index) => position !== index + 1))
              throw new Error('wrong positions');
          }
        }
        const changes = await database.query(
          `select from outbox where event_id = '${events[0]?.id}' and data->>'isPromotion' = 'true' and user_id is not null`,
        );
        promotions += changes.length;
      },
    ),
    { numRuns: 20 },
  );
  t.ok(refusals > 20 && promotions > 5, `${refusals} refusals, ${promotions} promotions`);
});

t.test('locked rows of one event delay bookings of that event only', async (t) => {
  postgres.useSteadyStateTimeouts();
  const [lockedEvent, other] = [await addEvent(stores), await addEvent(stores)];
  const users = await addUsers(20);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from event_stats where event_id = $1 for update', [lockedEvent.id]);
  const settled = Promise.allSettled(users.map((user) => book(lockedEvent.id, user)));
  t.ok(isBooked(await book(other.id, users[0] as UserId)));
  await postgres.ping();
  await holder.query('rollback');
  await holder.end();
  const written = (await settled).filter((one) => one.status === 'fulfilled');
  t.equal((await stores.bookings.list(lockedEvent.id, null, page)).total, written.length);
});
