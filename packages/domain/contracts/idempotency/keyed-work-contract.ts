import type { KeyedResult, KeyedUnit } from '../../src/ports/requests/idempotency.ts';
import type { KeyedRequest } from '../../src/ports/requests/keyed-request.ts';
import type { AccountCharge } from '../../src/quotas/charge.ts';
import { after, hour } from '../../src/time.ts';
import { addEvent, addUser, countAfter, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { nameOf, newRequest, refused, rename, repeat, responded } from './keyed-requests.ts';

type Ports = Needs<'eventCatalog' | 'events' | 'quotas' | 'rsvps' | 'users', 'idempotency'>;

/** What becomes of the writes of a keyed request, as {@link Idempotency.run} says. */
export const keyedWorkContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  for (const size of ['usual', 'bulk'] as const)
    await example(t, `keeps what ${size} work wrote, with its response`, async (t, adapters) => {
      const { stores, idempotency } = adapters;
      const event = await addEvent(stores);
      const request = newRequest((await addUser(stores)).id);
      const work = async (unit: KeyedUnit): Promise<KeyedResult> => {
        await rename('Inside', request).inUnit(unit, size);
        const rsvp = await unit.stores.rsvps.set(event.id, request.callerId, 'going', now);
        const detail = await unit.stores.eventCatalog.detail(event.id, request.callerId, now);
        const user = await unit.stores.users.find(request.callerId);
        return { response: `${countAfter(rsvp)} ${detail?.myRsvp} ${user?.name}`, isRefusal: false };
      };
      const outcome = await idempotency.run(request, now, work, size);
      t.strictSame(outcome, { kind: 'first', response: '1 going Inside' }, 'it reads what it wrote');
      t.equal(await nameOf(adapters, request), 'Inside');
      t.equal((await stores.eventCatalog.detail(event.id, request.callerId, now))?.myRsvp, 'going');
    });

  await example(t, 'counts parallel RSVPs of one hash once', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const [event, { id }] = [await addEvent(stores), await addUser(stores)];
    const requests = [newRequest(id), newRequest(id), newRequest(id)];
    const charge: AccountCharge = {
      key: `responses:${id}`,
      amount: 1,
      limit: { account: id, usual: 3, young: 3, youngSince: now },
      until: after(now, hour),
    };
    const outcomes = await concurrently(60, (index) =>
      idempotency.run(requests[index % 3] as KeyedRequest, now, async ({ stores: { rsvps } }) => {
        const written = await rsvps.setWithin(charge, event.id, id, 'going', now);
        return { response: JSON.stringify(written), isRefusal: false };
      }),
    );
    t.equal(outcomes.filter(({ kind }) => kind === 'first').length, requests.length);
    const responses = new Set(
      outcomes.flatMap((outcome) => ('response' in outcome ? [outcome.response] : [])),
    );
    t.strictSame([...responses], [JSON.stringify({ myRsvp: 'going', rsvpCount: 1 })]);
    t.equal(await stores.quotas.amountTaken(charge.key), requests.length, 'each was counted once');
  });

  for (const size of ['usual', 'bulk'] as const)
    await example(t, `keeps nothing of ${size} work that rejects`, async (t, adapters) => {
      const { stores, idempotency } = adapters;
      const request = newRequest((await addUser(stores, { name: 'Before' })).id);
      const failure = idempotency.run(
        request,
        now,
        async (unit) => {
          await rename('Unit', request).inUnit(unit);
          await rename('Direct', request).directly(unit);
          throw new Error('failed');
        },
        size,
      );
      await t.rejects(failure, { message: 'failed' });
      t.equal(await nameOf(adapters, request), 'Before');
      const again = await idempotency.run(request, now, responded('second try'));
      t.strictSame(again, { kind: 'first', response: 'second try' });
    });

  await example(
    t,
    'keeps the response of work that refuses, and nothing that it wrote',
    async (t, adapters) => {
      const { stores, idempotency } = adapters;
      const request = newRequest((await addUser(stores, { name: 'Before' })).id);
      const outcome = await idempotency.run(request, now, async (unit) => {
        await rename('Unit', request).inUnit(unit);
        await rename('Direct', request).directly(unit);
        return refused('no')();
      });
      t.strictSame(outcome, { kind: 'first', response: 'no' });
      t.equal(await nameOf(adapters, request), 'Before');
      t.strictSame(await repeat(adapters, request), { kind: 'replayed', response: 'no' });
      t.strictSame(await repeat(adapters, { ...request, contentHash: 'x' }), { kind: 'key_reused' });
    },
  );

  await example(t, 'undoes one unit of work alone', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const [request, friend] = [newRequest((await addUser(stores)).id), await addUser(stores)];
    await idempotency.run(request, now, async (unit) => {
      await rename('Kept', request).inUnit(unit);
      const failingPromise = unit.unitOfWork.run(async (inside) => {
        await inside.users.update(friend.id, { name: 'Undone' });
        await inside.users.update(request.callerId, { name: 'Undone' });
        throw new Error('undone');
      });
      const next = unit.unitOfWork.run(({ users }) => users.update(friend.id, { city: 'Next' }));
      await t.rejects(failingPromise, { message: 'undone' });
      await next;
      return responded('done')();
    });
    t.equal(await nameOf(adapters, request), 'Kept');
    t.strictSame(await stores.users.find(friend.id), { ...friend, city: 'Next' });
  });
};
