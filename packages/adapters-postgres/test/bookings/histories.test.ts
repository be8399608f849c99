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
const database = await openTestPostgres();
t.teardown(database.close);

const guest = fc.integer({ min: 0, max: 5 });
const quantity = fc.integer({ min: 1, max: 5 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('book' as const), guest, quantity }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancel' as const), guest }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('confirm' as const), guest, force: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('capacity' as const),
      to: fc.option(fc.integer({ min: 1, max: 10 })),
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

/** One event in the stores, and how a step changes it; each step resolves with all that can be seen then. */
const openStage = async (
  stores: Stores,
  people: readonly ReturnType<typeof someUser>[],
  given: { readonly event: ReturnType<typeof fixtures.someEvent>; readonly item: BringItemId },
) => {
  for (const person of people) await addUser(stores, person);
  const event = await addEvent(stores, given.event);
  const { bookings, bringLists, events } = stores;
  await bringLists.add(event.id, { id: given.item, title: 'Chairs', quantity: 6 }, 9);
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
        item: given.item,
        user: idOf(one.guest),
        quantity: one.quantity,
        at: now,
      });
    if (one.kind === 'release') return bringLists.release(event.id, given.item, idOf(one.guest));
    if (one.kind === 'clear RSVP') return stores.rsvps.set(event.id, idOf(one.guest), null, now);
    if (one.kind === 'remove') return stores.attendees.remove(event.id, idOf(one.guest), now);
    if (one.kind === 'erase') return stores.users.erase(idOf(one.guest), now);
    return events.cancel(event.id, now);
  };
  return async (one: Step, id: string) => {
    const outcome = await outcomeOf(one, id);
    const queue = await bookings.list(event.id, null, page);
    const detail = await stores.eventCatalog.detail(event.id, event.organizerId, now);
    const items = await bringLists.list(event.id, event.organizerId, now, 99);
    return { outcome, queue, booked: detail?.bookedCount, rsvps: detail?.rsvpCount, items };
  };
};

t.test('a history is the same in memory and in PostgreSQL', { timeout: 180_000 }, async (t) => {
  let promotions = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.option(fc.integer({ min: 1, max: 8 })),
      fc.boolean(),
      fc.array(step, { minLength: 10, maxLength: 30 }),
      async (capacity, hasWaitlist, steps) => {
        await database.empty();
        const people = Array.from({ length: 7 }, () => someUser());
        const [organizer] = people as [(typeof people)[number]];
        const event = fixtures.someEvent(organizer.id, { capacity, hasWaitlist });
        const given = { event, item: newId<'bringItem'>() as BringItemId };
        const memory = await openStage(createMemoryWorld().dependencies.stores, people, given);
        const postgres = await openStage(database.postgres.stores, people, given);
        for (const one of steps) {
          const id = newId();
          const [wanted, found] = [await memory(one, id), await postgres(one, id)];
          if (!isDeepStrictEqual(found, wanted))
            throw new Error([one, wanted, found].map((part) => JSON.stringify(part)).join('\n'));
          const confirmed = found.queue.items.filter(({ status }) => status === 'confirmed');
          promotions += confirmed.length;
          const seats = confirmed.reduce((sum, { quantity }) => sum + quantity, 0);
          if (seats !== found.booked) throw new Error('the count is not exact');
          if (found.items.some(({ claimed, quantity }) => claimed > quantity)) throw new Error('overclaimed');
        }
      },
    ),
    { numRuns: 40 },
  );
  t.ok(promotions > 100, `${promotions} confirmed bookings seen`);
});
