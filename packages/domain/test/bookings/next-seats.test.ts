import fc from 'fast-check';
import t from 'tap';
import { bookingAfter, seatsAfter } from '../../src/bookings/next-seats.ts';
import { type BookingState, moveSeats, type SeatMove, type Seats } from '../../src/bookings/seats.ts';

const [now, startAt, endAt] = [1, 2, 3].map((day) => new Date(`2026-06-0${day}T12:00:00.000Z`)) as [
  Date,
  Date,
  Date,
];

/** Bookings of an event as an adapter stores them; the queue in its order. */
interface Stored {
  readonly confirmed: ReadonlyMap<string, number>;
  readonly queue: readonly { readonly id: string; readonly quantity: number }[];
}

const event = { status: 'scheduled', startAt, endAt, maxPerBooking: 10, rsvpUntil: null } as const;

const seatsOf = ({ confirmed, queue }: Stored, capacity: number | null, hasWaitlist: boolean): Seats => ({
  ...{ ...event, capacity, hasWaitlist, queue, waiting: queue.length },
  booked: [...confirmed.values()].reduce((sum, quantity) => sum + quantity, 0),
});

const stateOf = ({ confirmed, queue }: Stored, id: string): BookingState | null => {
  const quantity = confirmed.get(id);
  if (quantity !== undefined) return { id, quantity, status: 'confirmed', position: null };
  const index = queue.findIndex((one) => one.id === id);
  const place = queue[index];
  return place ? { ...place, status: 'waitlisted', position: index + 1 } : null;
};

/** The queue that an adapter reads for all moves together. */
const cut = (seats: Seats, states: readonly (BookingState | null)[]): Seats => {
  const confirmed = states.reduce((sum, one) => sum + (one?.status === 'confirmed' ? one.quantity : 0), 0);
  const leaving = states.filter((one) => one?.status === 'waitlisted').length;
  const most = Math.max((seats.capacity ?? 0) - seats.booked + confirmed, 0) + leaving + 1;
  return seats.capacity === null ? seats : { ...seats, queue: seats.queue.slice(0, most) };
};

const move = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 5 }).map((quantity) => ({ kind: 'book', quantity }) as const),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'cancel' } as const) },
  { weight: 1, arbitrary: fc.boolean().map((force) => ({ kind: 'confirm', force }) as const) },
);
const guests = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

t.test('moves from one reading are those from a reading before each', async (t) => {
  let promotions = 0;
  fc.assert(
    fc.property(
      fc.option(fc.integer({ min: 1, max: 8 }), { freq: 8 }),
      fc.boolean(),
      fc.array(
        fc.tuple(
          fc.shuffledSubarray(guests, { minLength: 2 }),
          fc.array(move, { minLength: 8, maxLength: 8 }),
        ),
        {
          minLength: 4,
          maxLength: 8,
        },
      ),
      (capacity, hasWaitlist, rounds) => {
        let state: Stored = { confirmed: new Map(), queue: [] };
        for (const [movers, kinds] of rounds) {
          let states = movers.map((id) => stateOf(state, id));
          let seats = cut(seatsOf(state, capacity, hasWaitlist), states);
          for (const [index, id] of movers.entries()) {
            const kind = kinds[index] as (typeof kinds)[number];
            const one: SeatMove = kind.kind === 'book' ? { ...kind, id } : kind;
            const before = states[index] ?? null;
            const fresh = stateOf(state, id);
            if (JSON.stringify(before) !== JSON.stringify(fresh)) throw new Error('another booking');
            const expected = moveSeats(seatsOf(state, capacity, hasWaitlist), fresh, one, now);
            const change = moveSeats(seats, before, one, now);
            if (typeof change === 'string' || typeof expected === 'string') {
              if (change !== expected) throw new Error(`${change} is not ${expected}`);
              continue;
            }
            const { queue: head, ...rest } = change;
            const { queue, ...all } = expected;
            if (JSON.stringify(rest) !== JSON.stringify(all)) throw new Error('another change');
            if (JSON.stringify(head) !== JSON.stringify(queue.slice(0, head.length)))
              throw new Error('another queue');
            promotions += change.promotedIds.length;
            seats = seatsAfter(seats, change);
            states = states.map((other, nr) => (nr > index ? bookingAfter(other, before, change) : other));
            const { booking } = change;
            const confirmedCounts = new Map(state.confirmed);
            for (const { id, quantity } of state.queue)
              if (change.promotedIds.includes(id)) confirmedCounts.set(id, quantity);
            if (booking?.status === 'confirmed') confirmedCounts.set(booking.id, booking.quantity);
            else confirmedCounts.delete(id);
            state = { confirmed: confirmedCounts, queue };
          }
        }
      },
    ),
    { numRuns: 1_000 },
  );
  t.ok(promotions > 100, `${promotions} promotions`);
});
