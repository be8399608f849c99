import type { RsvpState } from '../../src/events/rsvp.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { Quotas } from '../../src/ports/requests/quotas.ts';
import type { AccountCharge } from '../../src/quotas/charge.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, countAfter, newId, now, sendInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Ports = Needs<
  'quotas' | 'circles' | 'eventCatalog' | 'events' | 'invitations' | 'rsvps' | 'users',
  'unitOfWork'
>;

/** A use of an account's quota, an hour from its first one. */
const useOf = (account: UserId, usual: number, young = usual, at = now): AccountCharge => ({
  key: `rsvps-and-saves:${account}`,
  amount: 1,
  limit: { account, usual, young, youngSince: after(now, -day) },
  until: after(at, hour),
});

/** What is spent, or null once the use is counted. */
const use = async (quotas: Quotas, charge: AccountCharge, at = now) => {
  const { refusal } = await quotas.takeAll([charge], at);
  return refusal && { limit: refusal.limit, until: refusal.until };
};

/** The spent quota, for uses that all began at `now`. */
const spent = (limit: number) => ({ limit, until: after(now, hour) });

const old = { createdAt: after(now, -day) };

/** Charges whose limit depends on their account, as {@link Quotas.takeAll} says. */
export const accountQuotasContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'counts the uses of one account and quota, span by span', async (t, { stores }) => {
    const { quotas } = stores;
    const [user, bystander] = [await addUser(stores, old), await addUser(stores, old)];
    const useAt = (at: Date, id = user.id) => use(quotas, useOf(id, 2, 2, at), at);
    t.equal(await useAt(now), null);
    t.equal(await useAt(after(now, hour - 1)), null);
    for (const at of [now, after(now, 1), after(now, hour - 1)]) t.strictSame(await useAt(at), spent(2));
    t.equal(await useAt(now, bystander.id), null);
    t.equal(await use(quotas, { ...useOf(user.id, 2), key: `event-changes:${user.id}` }), null);
    const later = after(now, 3 * hour);
    t.equal(await useAt(later), null, 'a span begins with its first use');
    t.equal(await useAt(after(later, hour - 1)), null);
    const until = after(later, hour);
    t.strictSame(await useAt(after(later, 1)), { limit: 2, until });
    t.equal(await useAt(until), null);
  });

  await example(t, 'has another limit for young accounts, and none for admins', async (t, { stores }) => {
    const { quotas } = stores;
    const allowed = async (id: UserId) => {
      const uses = await concurrently(9, () => use(quotas, useOf(id, 3, 1)));
      return uses.filter((one) => one === null).length;
    };
    t.equal(await allowed((await addUser(stores, { createdAt: after(now, 1 - day) })).id), 1);
    t.equal(await allowed((await addUser(stores, old)).id), 3);
    const admin = await addUser(stores, { role: 'admin' });
    t.equal(await allowed(admin.id), 9);
    t.equal(await quotas.amountTaken(useOf(admin.id, 3).key), 0, 'their uses are not counted');
    t.equal(await allowed(someUser().id), 9, 'an unknown account has none');
    const erasedUser = await addUser(stores, old);
    await use(quotas, useOf(erasedUser.id, 3, 1));
    await stores.users.erase(erasedUser.id, now);
    t.equal(await allowed(erasedUser.id), 9, 'nor has an erased one');
  });

  await example(t, 'takes charges of accounts together with others, or none', async (t, { stores }) => {
    const { quotas } = stores;
    const [user, admin] = [await addUser(stores, old), await addUser(stores, { role: 'admin' })];
    const other = { key: 'of all', amount: 1, limit: 2, until: after(now, hour) };
    const take = async (id: UserId) => {
      const { refusal, budgets } = await quotas.takeAll([useOf(id, 1), other], now);
      return [refusal?.charge.key ?? null, ...budgets.map(({ limit, taken }) => [limit, taken])];
    };
    t.strictSame(await take(user.id), [null, [1, 1], [2, 1]]);
    t.strictSame(await take(user.id), [useOf(user.id, 1).key, [1, 1], [2, 1]]);
    t.strictSame(await take(admin.id), [null, [null, 0], [2, 2]]);
    t.strictSame(await take(admin.id), ['of all', [null, 0], [2, 2]]);
  });

  await example(t, 'allows exactly the limit to parallel uses', async (t, { stores }) => {
    const [one, other] = [await addUser(stores, old), await addUser(stores, old)];
    const uses = await concurrently(30, (index) =>
      use(stores.quotas, useOf(index % 2 ? one.id : other.id, 7)),
    );
    t.equal(uses.filter((each) => each === null).length, 14);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const { id } = await addUser(stores, old);
    await rolledBack(t, adapters, ({ quotas }) => use(quotas, useOf(id, 1)));
    t.equal(await use(stores.quotas, useOf(id, 1)), null);
  });

  await example(
    t,
    'counts answers, whatever they are, and refuses all but clearing',
    async (t, { stores }) => {
      const [one, two] = [await addEvent(stores), await addEvent(stores)];
      const [user, bystander] = [await addUser(stores, old), await addUser(stores, old)];
      const answer = (event: EventId, state: RsvpState, id = user.id) =>
        stores.rsvps.setWithin(useOf(id, 3), event, id, state, now);
      t.strictSame(await answer(one.id, 'going'), { myRsvp: 'going', rsvpCount: 1 });
      t.strictSame(await answer(one.id, null), { myRsvp: null, rsvpCount: 0 });
      t.strictSame(await answer(one.id, 'interested'), { myRsvp: 'interested', rsvpCount: 1 });
      t.strictSame(await answer(two.id, 'going'), spent(3));
      t.strictSame(await answer(one.id, 'going'), spent(3));
      t.strictSame(await answer(two.id, 'going', bystander.id), { myRsvp: 'going', rsvpCount: 1 });
      t.equal((await stores.eventCatalog.detail(one.id, user.id, now))?.myRsvp, 'interested');
      t.strictSame(await answer(one.id, null), { myRsvp: null, rsvpCount: 0 });
      t.strictSame(await answer(two.id, null), { myRsvp: null, rsvpCount: 1 });
      const free = await stores.rsvps.set(two.id, user.id, 'going', now);
      t.strictSame(free, { myRsvp: 'going', rsvpCount: 2 }, 'an answer without a quota');
      const { id: admin } = await addUser(stores, { role: 'admin' });
      for (let count = 3; count < 9; count += 1)
        t.strictSame(await answer(two.id, 'going', admin), { myRsvp: 'going', rsvpCount: 3 });
    },
  );

  await example(t, 'counts none of the answers without a quota that come together', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [user, free] = [await addUser(stores, old), await addUser(stores, old)];
    const charge = useOf(user.id, 1);
    const answers = await Promise.all([
      stores.rsvps.set(event.id, free.id, 'going', now),
      stores.rsvps.setWithin(charge, event.id, user.id, 'going', now),
      stores.rsvps.set(event.id, free.id, 'interested', now),
    ]);
    for (const answer of answers) t.ok(countAfter(answer));
    t.strictSame(await stores.rsvps.setWithin(charge, event.id, user.id, 'going', now), spent(1));
    t.equal(await use(stores.quotas, useOf(free.id, 1)), null, 'the other has used nothing');
  });

  await example(t, 'counts answers to unknown events not at all', async (t, { stores }) => {
    const event = await addEvent(stores);
    const user = await addUser(stores, old);
    const unknownEventId = newId<'event'>() as EventId;
    const [charge, other] = [useOf(user.id, 1), someUser().id];
    t.equal(await stores.rsvps.setWithin(charge, unknownEventId, user.id, 'going', now), null);
    t.equal(await stores.rsvps.setWithin(useOf(other, 1), event.id, other, 'going', now), null);
    t.equal(await use(stores.quotas, charge), null);
    t.strictSame(await stores.rsvps.setWithin(charge, event.id, user.id, 'going', now), spent(1));
  });

  await example(t, 'leaves an invitation open when the answer is refused', async (t, { stores }) => {
    const event = await addEvent(stores);
    const { id } = await addUser(stores, old);
    const invitation = await sendInvitation(stores, event, { kind: 'user', userId: id });
    const charge = useOf(id, 1);
    await use(stores.quotas, charge);
    t.strictSame(await stores.rsvps.setWithin(charge, event.id, id, 'going', now), spent(1));
    t.equal((await stores.invitations.find(invitation.id))?.state, 'pending');
  });

  await example(t, 'allows exactly the limit to parallel answers and other uses', async (t, { stores }) => {
    const events = await concurrently(24, () => addEvent(stores));
    const [user, bystander] = [await addUser(stores, old), await addUser(stores, old)];
    const written = await Promise.all(
      events.map(async ({ id }, index) => {
        await stores.rsvps.setWithin(useOf(bystander.id, 100), id, bystander.id, 'going', now);
        return index % 2
          ? use(stores.quotas, useOf(user.id, 9))
          : stores.rsvps.setWithin(useOf(user.id, 9), id, user.id, 'going', now);
      }),
    );
    const refused = written.filter((one) => one !== null && one !== 'closed' && 'until' in one);
    t.equal(refused.length, 15);
    for (const one of refused) t.strictSame(one, spent(9));
    const totalOf = async (id: UserId) =>
      (await stores.eventCatalog.mine(id, ['going'], { page: 1, limit: 1 }, now)).total;
    const others = written.filter((one, index) => index % 2 && one === null).length;
    t.equal((await totalOf(user.id)) + others, 9);
    t.equal(await totalOf(bystander.id), 24);
  });

  await example(t, 'lets a later span begin for answers', async (t, { stores }) => {
    const [one, two] = [await addEvent(stores), await addEvent(stores)];
    const { id } = await addUser(stores, old);
    const answer = (event: EventId, at: Date) =>
      stores.rsvps.setWithin(useOf(id, 1, 1, at), event, id, 'going', at);
    t.strictSame(await answer(one.id, now), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await answer(two.id, after(now, hour - 1)), spent(1));
    const later = after(now, hour);
    t.strictSame(await answer(two.id, later), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await use(stores.quotas, useOf(id, 1, 1, later), later), {
      limit: 1,
      until: after(later, hour),
    });
  });

  await example(t, 'bounds the circles of young and other accounts, not of admins', async (t, { stores }) => {
    const limit = { usual: 2, young: 1, youngSince: after(now, -day) };
    const outcomes = async (stores: Ports['stores'], changes: object) => {
      const { id: ownerId } = await addUser(stores, changes);
      const add = () => {
        const id = newId<'circle'>() as Parameters<Ports['stores']['circles']['add']>[0]['id'];
        return stores.circles.add({ id, ownerId, name: 'Band', memberCount: 0, createdAt: now }, limit);
      };
      return (await concurrently(3, add)).filter((outcome) => outcome === 'added').length;
    };
    t.equal(await outcomes(stores, old), 2);
    t.equal(await outcomes(stores, { createdAt: now }), 1);
    t.equal(await outcomes(stores, { createdAt: now, role: 'admin' }), 3);
  });
};
