import type { RsvpState } from '../../src/events/rsvp.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { AccountQuota } from '../../src/quotas/account-quota.ts';
import { after, day, hour } from '../../src/time.ts';
import { addEvent, addUser, newId, now, sendInvitation, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, rolledBack, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<
  'quotas' | 'circles' | 'eventCatalog' | 'events' | 'invitations' | 'rsvps' | 'saved' | 'users',
  'unitOfWork'
>;

const quotaOf = (usual: number, young = usual): AccountQuota => ({
  budget: 'answers-and-saves',
  limit: { usual, young, youngSince: after(now, -day) },
  span: hour,
});

/** The spent quota, for uses that all began at `now`. */
const spent = (limit: number) => ({ limit, until: after(now, hour) });

const old = { createdAt: after(now, -day) };

/** What accounts use of their quotas, as {@link Quotas.use} says. */
export const accountQuotasContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'counts the uses of one account and quota, span by span', async (t, { stores }) => {
    const { quotas } = stores;
    const [user, bystander] = [await addUser(stores, old), await addUser(stores, old)];
    const quota = quotaOf(2);
    t.equal(await quotas.use(user.id, quota, now), null);
    t.equal(await quotas.use(user.id, quota, after(now, hour - 1)), null);
    for (const at of [now, after(now, 1), after(now, hour - 1)])
      t.strictSame(await quotas.use(user.id, quota, at), spent(2));
    t.equal(await quotas.use(bystander.id, quota, now), null);
    t.equal(await quotas.use(user.id, { ...quota, budget: 'event-changes' }, now), null);
    const later = after(now, 3 * hour);
    t.equal(await quotas.use(user.id, quota, later), null, 'a span begins with its first use');
    t.equal(await quotas.use(user.id, quota, after(later, hour - 1)), null);
    const until = after(later, hour);
    t.strictSame(await quotas.use(user.id, quota, after(later, 1)), { limit: 2, until });
    t.equal(await quotas.use(user.id, quota, until), null);
  });

  await example(t, 'has another limit for young accounts, and none for admins', async (t, { stores }) => {
    const { quotas } = stores;
    const quota = quotaOf(3, 1);
    const allowed = async (id: UserId) => {
      const uses = await concurrently(9, () => quotas.use(id, quota, now));
      return uses.filter((use) => use === null).length;
    };
    t.equal(await allowed((await addUser(stores, { createdAt: after(now, 1 - day) })).id), 1);
    t.equal(await allowed((await addUser(stores, old)).id), 3);
    t.equal(await allowed((await addUser(stores, { role: 'admin' })).id), 9);
    t.equal(await allowed(someUser().id), 9, 'an unknown account has none');
    const gone = await addUser(stores, old);
    await quotas.use(gone.id, quota, now);
    await stores.users.erase(gone.id, now);
    t.equal(await allowed(gone.id), 9, 'nor has an erased one');
  });

  await example(t, 'allows exactly the limit to parallel uses', async (t, { stores }) => {
    const [one, other] = [await addUser(stores, old), await addUser(stores, old)];
    const uses = await concurrently(30, (index) =>
      stores.quotas.use(index % 2 ? one.id : other.id, quotaOf(7), now),
    );
    t.equal(uses.filter((use) => use === null).length, 14);
  });

  await example(t, 'is rolled back with its unit of work', async (t, adapters) => {
    const { stores } = adapters;
    const { id } = await addUser(stores, old);
    await rolledBack(t, adapters, ({ quotas }) => quotas.use(id, quotaOf(1), now));
    t.equal(await stores.quotas.use(id, quotaOf(1), now), null);
  });

  await example(
    t,
    'counts answers, whatever they are, and refuses all but clearing',
    async (t, { stores }) => {
      const [one, two] = [await addEvent(stores), await addEvent(stores)];
      const [user, bystander] = [await addUser(stores, old), await addUser(stores, old)];
      const answer = (event: EventId, state: RsvpState, id = user.id) =>
        stores.rsvps.answerWithin(quotaOf(3), event, id, state, now);
      t.strictSame(await answer(one.id, 'going'), { myRsvp: 'going', rsvpCount: 1 });
      t.strictSame(await answer(one.id, null), { myRsvp: null, rsvpCount: 0 });
      t.strictSame(await answer(one.id, 'interested'), { myRsvp: 'interested', rsvpCount: 1 });
      t.strictSame(await answer(two.id, 'going'), spent(3));
      t.strictSame(await answer(one.id, 'going'), spent(3));
      t.strictSame(await answer(two.id, 'going', bystander.id), { myRsvp: 'going', rsvpCount: 1 });
      t.equal((await stores.eventCatalog.detail(one.id, user.id, now))?.myRsvp, 'interested');
      t.strictSame(await answer(one.id, null), { myRsvp: null, rsvpCount: 0 });
      t.strictSame(await answer(two.id, null), { myRsvp: null, rsvpCount: 1 });
      const free = await stores.rsvps.answer(two.id, user.id, 'going', now);
      t.strictSame(free, { myRsvp: 'going', rsvpCount: 2 }, 'an answer without a quota');
      const { id: admin } = await addUser(stores, { role: 'admin' });
      for (let count = 3; count < 9; count += 1)
        t.strictSame(await answer(two.id, 'going', admin), { myRsvp: 'going', rsvpCount: 3 });
    },
  );

  await example(t, 'counts none of the answers without a quota that come together', async (t, { stores }) => {
    const event = await addEvent(stores);
    const [user, free] = [await addUser(stores, old), await addUser(stores, old)];
    const quota = quotaOf(1);
    const answers = await Promise.all([
      stores.rsvps.answer(event.id, free.id, 'going', now),
      stores.rsvps.answerWithin(quota, event.id, user.id, 'going', now),
      stores.rsvps.answer(event.id, free.id, 'interested', now),
    ]);
    for (const answer of answers) t.ok(answer && 'rsvpCount' in answer);
    t.strictSame(await stores.rsvps.answerWithin(quota, event.id, user.id, 'going', now), spent(1));
    t.equal(await stores.quotas.use(free.id, quota, now), null, 'the other has used nothing');
  });

  await example(t, 'counts answers to unknown events not at all', async (t, { stores }) => {
    const event = await addEvent(stores);
    const user = await addUser(stores, old);
    const unknown = newId<'event'>() as EventId;
    const quota = quotaOf(1);
    t.equal(await stores.rsvps.answerWithin(quota, unknown, user.id, 'going', now), null);
    t.equal(await stores.rsvps.answerWithin(quota, event.id, someUser().id, 'going', now), null);
    t.equal(await stores.saved.save(unknown, user.id, now, quota), false);
    t.equal(await stores.saved.save(event.id, user.id, now, quota), true);
    t.strictSame(await stores.rsvps.answerWithin(quota, event.id, user.id, 'going', now), spent(1));
  });

  await example(t, 'leaves an invitation open when the answer is refused', async (t, { stores }) => {
    const event = await addEvent(stores);
    const { id } = await addUser(stores, old);
    const invitation = await sendInvitation(stores, event, { kind: 'user', userId: id });
    const quota = quotaOf(1);
    await stores.quotas.use(id, quota, now);
    await stores.rsvps.answerWithin(quota, event.id, id, 'going', now);
    t.equal((await stores.invitations.find(invitation.id))?.state, 'pending');
  });

  await example(t, 'allows exactly the limit to parallel answers and saves', async (t, { stores }) => {
    const events = await concurrently(24, () => addEvent(stores));
    const [user, bystander] = [await addUser(stores, old), await addUser(stores, old)];
    const quota = quotaOf(9);
    const written = await Promise.all(
      events.map(async ({ id }, index) => {
        await stores.rsvps.answerWithin(quotaOf(100), id, bystander.id, 'going', now);
        return index % 2
          ? stores.saved.save(id, user.id, now, quota)
          : stores.rsvps.answerWithin(quota, id, user.id, 'going', now);
      }),
    );
    const refused = written.filter((one) => one !== null && typeof one === 'object' && 'until' in one);
    t.equal(refused.length, 15);
    for (const one of refused) t.strictSame(one, spent(9));
    const totalOf = async (id: UserId, role: 'going' | 'saved') =>
      (await stores.eventCatalog.mine(id, role, { page: 1, limit: 1 }, now)).total;
    t.equal((await totalOf(user.id, 'going')) + (await totalOf(user.id, 'saved')), 9);
    t.equal(await totalOf(bystander.id, 'going'), 24);
  });

  await example(t, 'saves nothing when the quota is spent', async (t, { stores }) => {
    const [one, two] = [await addEvent(stores), await addEvent(stores)];
    const [user, bystander] = [await addUser(stores, old), await addUser(stores, old)];
    const save = (event: EventId, id = user.id) => stores.saved.save(event, id, now, quotaOf(2));
    t.equal(await save(one.id), true);
    t.equal(await save(one.id), true);
    t.strictSame(await save(two.id), spent(2));
    t.equal(await save(two.id, bystander.id), true);
    t.equal(await stores.saved.unsave(two.id, user.id), false);
    t.equal(await stores.saved.unsave(one.id, user.id), true, 'unsaving needs no quota');
    const admin = await addUser(stores, { role: 'admin' });
    for (const _ of [1, 2, 3]) t.equal(await save(one.id, admin.id), true);
  });

  await example(t, 'bounds the circles of young and other accounts, not of admins', async (t, { stores }) => {
    const limit = { usual: 2, young: 1, youngSince: after(now, -day) };
    const outcomes = async (stores: Needed['stores'], changes: object) => {
      const { id: ownerId } = await addUser(stores, changes);
      const add = () => {
        const id = newId<'circle'>() as Parameters<Needed['stores']['circles']['add']>[0]['id'];
        return stores.circles.add({ id, ownerId, name: 'Band', memberCount: 0, createdAt: now }, limit);
      };
      return (await concurrently(3, add)).filter((outcome) => outcome === 'added').length;
    };
    t.equal(await outcomes(stores, old), 2);
    t.equal(await outcomes(stores, { createdAt: now }), 1);
    t.equal(await outcomes(stores, { createdAt: now, role: 'admin' }), 3);
  });
};
