import fc from 'fast-check';
import t from 'tap';
import {
  type BookingState,
  moveSeats,
  promote,
  type QueuedBooking,
  type SeatMove,
} from '../../src/bookings/seats.ts';

const now = new Date('2026-06-01T12:00:00.000Z');
const queued = (...quantities: readonly number[]): QueuedBooking[] =>
  quantities.map((quantity, index) => ({ id: String(index), quantity }));

t.test('the head of the queue gets seats, up to the first that does not fit', async (t) => {
  const ids = (free: number | null, ...quantities: readonly number[]) =>
    promote(queued(...quantities), free).map(({ quantity }) => quantity);
  t.strictSame(ids(3, 2, 1, 1), [2, 1]);
  t.strictSame(ids(3, 2, 2, 1), [2], 'a smaller party does not overtake');
  t.strictSame(ids(1, 2, 1), []);
  t.strictSame(ids(0, 1), []);
  t.strictSame(ids(-4, 1), [], 'more is confirmed than fits');
  t.strictSame(ids(null, 9, 9), [9, 9]);
  t.strictSame(ids(5), []);
});

/** Applies moves to an event in memory: the simplest adapter. */
const openEvent = (capacity: number | null, hasWaitlist: boolean) => {
  const bookings = new Map<string, { quantity: number; status: string; place: number; isForced: boolean }>();
  let places = 0;
  const event = { capacity, status: 'scheduled' as 'scheduled' | 'postponed' | 'cancelled', startsIn: 1 };
  const queue = () =>
    [...bookings]
      .filter(([, { status }]) => status === 'waitlisted')
      .sort(([, one], [, other]) => one.place - other.place)
      .map(([id, { quantity }]) => ({ id, quantity }));
  const booked = () =>
    [...bookings.values()].reduce((sum, one) => sum + (one.status === 'confirmed' ? one.quantity : 0), 0);
  const run = (id: string, move: SeatMove) => {
    const row = bookings.get(id);
    const rows = queue();
    const state: BookingState | null = row
      ? {
          id,
          quantity: row.quantity,
          status: row.status as BookingState['status'],
          position: row.status === 'waitlisted' ? rows.findIndex((one) => one.id === id) + 1 : null,
        }
      : null;
    // As few of the queue as an adapter may read.
    const most =
      event.capacity === null
        ? rows.length
        : Math.max(0, event.capacity - booked() + (row?.quantity ?? 0)) + 1;
    const seats = {
      ...event,
      startAt: new Date(now.getTime() + event.startsIn),
      endAt: new Date(now.getTime() + 1_000),
      maxPerBooking: 10,
      hasWaitlist,
      rsvpUntil: null,
      booked: booked(),
      waiting: rows.length,
      queue: rows.slice(0, most),
    };
    const change = moveSeats(seats, state, move, now);
    if (typeof change === 'string') return change;
    for (const one of change.promotedIds)
      bookings.set(one, {
        ...(bookings.get(one) as NonNullable<ReturnType<typeof bookings.get>>),
        status: 'confirmed',
      });
    if (!change.booking) bookings.delete(id);
    else {
      if (change.place === 'last') places += 1;
      bookings.set(id, {
        quantity: change.booking.quantity,
        status: change.booking.status,
        place: change.place === 'last' ? places : (row?.place ?? 0),
        isForced: row?.isForced === true || (move.kind === 'confirm' && move.force),
      });
    }
    return change;
  };
  return { bookings, event, queue, booked, run };
};

t.test(
  'no history oversells, overtakes or leaves a seat free that the head of the queue could have',
  async (t) => {
    const guest = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('book' as const),
          guest,
          quantity: fc.integer({ min: 1, max: 6 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), guest }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('confirm' as const), guest, force: fc.boolean() }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('capacity' as const),
          to: fc.option(fc.integer({ min: 1, max: 12 })),
        }),
      },
    );
    let promotions = 0;
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 8 })),
        fc.boolean(),
        fc.array(step, { minLength: 10, maxLength: 40 }),
        (capacity, hasWaitlist, steps) => {
          const { bookings, event, queue, booked, run } = openEvent(capacity, hasWaitlist);
          for (const one of steps) {
            const before = queue().map(({ id }) => id);
            if (one.kind === 'capacity') {
              if (one.to !== null && one.to < booked()) continue;
              event.capacity = one.to;
              run('-', { kind: 'promote' });
            } else if (one.kind === 'confirm') {
              if (bookings.has(one.guest)) run(one.guest, one);
            } else {
              const change = run(
                one.guest,
                one.kind === 'book' ? { ...one, id: one.guest } : { kind: 'cancel' },
              );
              if (typeof change === 'object') {
                promotions += change.promotedIds.length;
                if (change.booked !== booked() || change.waiting !== queue().length)
                  throw new Error('wrong counts');
                const position = queue().findIndex(({ id }) => id === one.guest) + 1;
                if ((change.booking?.position ?? 0) !== position) throw new Error('wrong position');
              }
            }
            const free = event.capacity === null ? null : event.capacity - booked();
            const isForced = [...bookings.values()].some((row) => row.isForced);
            if (free !== null && free < 0 && !isForced) throw new Error('oversold');
            const [head] = queue();
            if (head && (free === null || head.quantity <= free)) throw new Error('a free seat');
            // Those who still wait are in the order that they were in; who left the queue was before all of them, unless out of turn.
            const after = queue().map(({ id }) => id);
            const others = before.filter((id) => id !== ('guest' in one ? one.guest : null));
            const stayed = others.filter((id) => after.includes(id));
            if (others.slice(others.length - stayed.length).join() !== stayed.join())
              throw new Error('overtaken');
          }
        },
      ),
      { numRuns: 2_000 },
    );
    t.ok(promotions > 100, `${promotions} promotions`);
  },
);

t.test('a cancelled or ended event takes no booking', async (t) => {
  const { event, run } = openEvent(4, true);
  run('a', { kind: 'book', id: 'a', quantity: 4 });
  run('b', { kind: 'book', id: 'b', quantity: 1 });
  event.status = 'cancelled';
  t.equal(run('a', { kind: 'book', id: 'a', quantity: 4 }), 'event_cancelled');
  t.equal(run('b', { kind: 'confirm', force: true }), 'event_cancelled');
  t.hasStrict(run('a', { kind: 'cancel' }), { booking: null, booked: 0, waiting: 1, promotedIds: [] });
});

t.test('a booking that is gone is not confirmed', async (t) => {
  const [startAt, endAt] = [new Date('2026-06-02T12:00:00.000Z'), new Date('2026-06-02T14:00:00.000Z')];
  const counts = { booked: 0, waiting: 0, queue: [] };
  const seats = {
    status: 'scheduled',
    startAt,
    endAt,
    capacity: 4,
    maxPerBooking: 10,
    hasWaitlist: true,
    rsvpUntil: null,
  } as const;
  const change = moveSeats({ ...seats, ...counts }, null, { kind: 'confirm', force: true }, startAt);
  t.hasStrict(change, { booking: null, booked: 0, promotedIds: [] });
});

t.test('of a booking beyond the limits only growth is judged', async (t) => {
  const { event, run } = openEvent(8, true);
  run('a', { kind: 'book', id: 'a', quantity: 8 });
  event.capacity = 3;
  t.hasStrict(run('a', { kind: 'book', id: 'a', quantity: 8 }), { booking: { quantity: 8 }, booked: 8 });
  t.equal(run('a', { kind: 'book', id: 'a', quantity: 9 }), 'event_full');
  t.hasStrict(run('a', { kind: 'book', id: 'a', quantity: 5 }), { booking: { quantity: 5 }, booked: 5 });
  t.hasStrict(run('a', { kind: 'cancel' }), { booking: null, booked: 0 });
});
