// Random histories of one event: in PostgreSQL each step has the outcome that it has in memory, and the counts are exact.
import { isDeepStrictEqual } from 'node:util';
import type { BringItemId, Stores } from '@event-platform/domain';
import { fixtures } from '@event-platform/domain/contracts';
import { createMemoryWorld } from '@event-platform/domain/memory';
import fc from 'fast-check';
import t from 'tap';
import { openTestPostgres } from '../../test-support/open-test-postgres.ts';

const { addEvent, addUser, documentOf, newId, now, someUser } = fixtures;
const page = { page: 1, limit: 50 };
const database = await openTestPostgres(t);

const guest = fc.integer({ min: 0, max: 5 });
const quantity = fc.integer({ min: 1, max: 4 });
const step = fc.oneof(
  { weight: 24, arbitrary: fc.record({ kind: fc.constant('book' as const), guest, quantity }) },
  { weight: 14, arbitrary: fc.record({ kind: fc.constant('cancel' as const), guest }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm' as const), guest, force: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('capacity' as const),
      to: fc.option(fc.integer({ min: 1, max: 10 }), { freq: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const), guest, quantity }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), guest }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clear RSVP' as const), guest }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), guest }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), guest }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel event' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Seen {
  readonly status: string;
  readonly quantity: number;
  readonly position: number | null;
  readonly user: { readonly id: string };
}

/** What a history may never lead to, by what its last step found. */
const faultOf = (
  {
    queue,
    booked,
    items,
    capacity,
    isOpen,
    rsvps,
  }: {
    readonly queue: readonly Seen[];
    readonly booked: number | undefined;
    readonly items: readonly {
      readonly claimed: number;
      readonly quantity: number;
      readonly claims: readonly Claim[];
    }[];
    readonly capacity: number | null;
    readonly isOpen: boolean;
    readonly rsvps: readonly string[];
  },
  before: readonly Seen[],
  forced: ReadonlySet<string>,
  mover: string | null,
): string | null => {
  const confirmed = queue.filter(({ status }) => status === 'confirmed');
  const waiting = queue.filter(({ status }) => status === 'waitlisted');
  const seats = confirmed.reduce((sum, { quantity }) => sum + quantity, 0);
  if (seats !== booked) return 'the count is not exact';
  if (capacity !== null && seats > capacity && !confirmed.some(({ user }) => forced.has(user.id)))
    return 'oversold';
  if (waiting.some(({ position }, index) => position !== index + 1)) return 'wrong positions';
  const free = capacity === null ? Number.POSITIVE_INFINITY : capacity - seats;
  const [head] = waiting;
  if (isOpen && head && head.quantity <= free) return 'a seat is free while the head of the queue fits';
  const wasWaiting = before.filter(({ status, user }) => status === 'waitlisted' && user.id !== mover);
  const stayed = wasWaiting.filter(({ user }) => waiting.some((one) => one.user.id === user.id));
  if (
    wasWaiting
      .slice(wasWaiting.length - stayed.length)
      .some(({ user }, index) => user.id !== stayed[index]?.user.id)
  )
    return 'overtaken';
  if (items.some(({ claimed, quantity }) => claimed > quantity)) return 'overclaimed';
  const coming = new Set([...rsvps, ...queue.map(({ user }) => user.id)]);
  if (items.some(({ claims }) => claims.some(({ user }) => !coming.has(user.id))))
    return 'a claim of who does not come';
  return null;
};

interface Claim {
  readonly user: { readonly id: string };
}

/** One event in the stores, and how a step changes it; each step resolves with all that can be seen then. */
const openStage = async (
  stores: Stores,
  people: readonly ReturnType<typeof someUser>[],
  place: { readonly event: ReturnType<typeof fixtures.someEvent>; readonly item: BringItemId },
) => {
  for (const person of people) await addUser(stores, person);
  const event = await addEvent(stores, place.event);
  const { bookings, bringLists, events } = stores;
  await bringLists.add(event.id, { id: place.item, title: 'Chairs', quantity: 6 }, 9);
  const idOf = (index: number) => (people[index + 1] ?? event).id as ReturnType<typeof someUser>['id'];
  const of = async (index: number) =>
    (await bookings.list(event.id, null, page)).items.find(({ user }) => user.id === idOf(index));
  const outcomeOf = async (one: Step, id: string): Promise<unknown> => {
    if (one.kind === 'book') {
      const request = { event: event.id, user: idOf(one.guest), id, code: id, at: now, charge: null };
      return bookings.book({ ...request, quantity: one.quantity });
    }
    if (one.kind === 'cancel') return bookings.cancel(event.id, idOf(one.guest), now);
    if (one.kind === 'confirm')
      return bookings.confirm(event.id, (await of(one.guest))?.id ?? newId(), one.force, now);
    if (one.kind === 'capacity') {
      const { sequence = 0 } = (await events.find(event.id)) ?? {};
      return events.change(event.id, sequence, { capacity: one.to }, documentOf(event), now);
    }
    if (one.kind === 'claim')
      return bringLists.claim({
        event: event.id,
        item: place.item,
        user: idOf(one.guest),
        quantity: one.quantity,
        at: now,
      });
    if (one.kind === 'release') return bringLists.release(event.id, place.item, idOf(one.guest));
    if (one.kind === 'clear RSVP') return stores.rsvps.set(event.id, idOf(one.guest), null, now);
    if (one.kind === 'remove') return stores.attendees.remove(event.id, idOf(one.guest), now);
    if (one.kind === 'erase') return stores.users.erase(idOf(one.guest), now);
    return events.cancel(event.id, now);
  };
  return async (one: Step, id: string) => {
    const outcome = await outcomeOf(one, id);
    const [queue, detail, items, attendees] = await Promise.all([
      bookings.list(event.id, null, page),
      stores.eventCatalog.detail(event.id, event.organizerId, now),
      bringLists.list(event.id, event.organizerId, now, 99),
      stores.attendees.list(event.id, { rsvp: 'going' }, page, now),
    ]);
    const state = {
      ...{ outcome, queue, booked: detail?.bookedCount, rsvps: detail?.rsvpCount, items },
      capacity: detail?.capacity ?? null,
      status: detail?.status,
      going: attendees.items.map(({ user }) => user.id),
    };
    return { ...state, mover: 'guest' in one ? idOf(one.guest) : null };
  };
};

t.test('a history is the same in memory and in PostgreSQL', async (t) => {
  let promotions = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.integer({ min: 3, max: 6 }), { freq: 12 }),
      fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
      fc.array(step, { minLength: 20, maxLength: 40 }),
      async (capacity, hasWaitlist, steps) => {
        await database.empty();
        const people = Array.from({ length: 7 }, () => someUser());
        const [organizer] = people as [(typeof people)[number]];
        const event = fixtures.someEvent(organizer.id, { capacity, hasWaitlist });
        const place = { event, item: newId<'bringItem'>() as BringItemId };
        const memory = await openStage(createMemoryWorld().dependencies.stores, people, place);
        const postgres = await openStage(database.postgres.stores, people, place);
        let before: readonly Seen[] = [];
        const forced = new Set<string>();
        for (const one of steps) {
          const id = newId();
          const [ofMemory, ofPostgres] = await Promise.all([memory(one, id), postgres(one, id)]);
          if (!isDeepStrictEqual(ofPostgres, ofMemory))
            throw new Error([one, ofMemory, ofPostgres].map((part) => JSON.stringify(part)).join('\n'));
          if (one.kind === 'confirm' && one.force && ofPostgres.mover) forced.add(ofPostgres.mover);
          const { queue, going: rsvps, status } = ofPostgres;
          const state = { ...ofPostgres, queue: queue.items, rsvps, isOpen: status !== 'cancelled' };
          const fault = faultOf(state, before, forced, ofPostgres.mover);
          if (fault) throw new Error(`${fault}: ${JSON.stringify([one, ofPostgres])}`);
          const gotSeats = queue.items.filter(
            ({ status, user }) =>
              status === 'confirmed' &&
              before.some((was) => was.status === 'waitlisted' && was.user.id === user.id),
          );
          promotions += gotSeats.length;
          before = queue.items;
        }
      },
    ),
    { numRuns: 30 },
  );
  t.ok(promotions > 10, `${promotions} promotions seen`);
});
