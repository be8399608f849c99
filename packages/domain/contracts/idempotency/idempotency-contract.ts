import { idempotencyPolicy } from '../../src/idempotency/idempotency-policy.ts';
import type { KeyedRequest } from '../../src/ports/requests/keyed-request.ts';
import { after, day } from '../../src/time.ts';
import { addUser, now, someUser } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';
import { nameOf, newRequest, refused, rename, repeat, responded } from './keyed-requests.ts';

type Ports = Needs<'quotas' | 'users', 'idempotency'>;

export const idempotencyContract = async (t: TestScope, open: Open<Ports>): Promise<void> => {
  const example = withAdapters(open);

  await example(t, 'gives the first response to each repetition', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const request = newRequest((await addUser(stores)).id);
    const text = '{"title":"Wal\u00e4\u2028 🎵 \\u0000 \\" \'"}';
    t.strictSame(await idempotency.run(request, now, responded(text)), { kind: 'first', response: text });
    t.strictSame(await repeat(adapters, request), { kind: 'replayed', response: text });
    t.strictSame(await repeat(adapters, request, after(now, 1)), { kind: 'replayed', response: text });
    const empty = newRequest(request.callerId);
    await idempotency.run(empty, now, responded(''));
    t.strictSame(await repeat(adapters, empty), { kind: 'replayed', response: '' });
  });

  await example(t, 'tells a request that says something else', async (t, adapters) => {
    const request = newRequest((await addUser(adapters.stores)).id);
    await adapters.idempotency.run(request, now, responded('a'));
    const other = { ...request, contentHash: 'another content' };
    t.strictSame(await repeat(adapters, other), { kind: 'key_reused' });
    t.strictSame(await repeat(adapters, request), { kind: 'replayed', response: 'a' });
  });

  await example(t, 'keeps callers and hashes apart', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const [one, other] = [await addUser(stores), await addUser(stores)];
    const request = newRequest(one.id);
    const ofOther = { ...request, callerId: other.id };
    const another = newRequest(one.id);
    for (const [index, each] of [request, ofOther, another].entries())
      t.strictSame(await idempotency.run(each, now, responded(`${index}`)), {
        kind: 'first',
        response: `${index}`,
      });
    for (const [index, each] of [request, ofOther, another].entries())
      t.strictSame(await repeat(adapters, each), { kind: 'replayed', response: `${index}` });
  });

  await example(t, 'tells at once that the first request is in progress', async (t, adapters) => {
    const request = newRequest((await addUser(adapters.stores)).id);
    const first = await adapters.idempotency.run(request, now, async () => {
      t.strictSame(await repeat(adapters, request), { kind: 'in_progress' });
      const other = { ...request, contentHash: 'another content' };
      t.strictSame(await repeat(adapters, other), { kind: 'in_progress' });
      return responded('done')();
    });
    t.strictSame(first, { kind: 'first', response: 'done' });
  });

  await example(t, 'has one effect for parallel requests of one hash', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const { id } = await addUser(stores);
    const requests = [newRequest(id), newRequest(id), newRequest(id)];
    const outcomes = await concurrently(60, (index) => {
      const request = requests[index % 3] as KeyedRequest;
      return idempotency.run(request, now, async (unit) => {
        const effect = { key: request.requestHash, amount: 1, limit: 60, until: after(now, day) };
        await unit.unitOfWork.run(({ quotas }) => quotas.takeAll([effect], now));
        return { response: `response ${index}`, isRefusal: false };
      });
    });
    for (const [nth, request] of requests.entries()) {
      const own = outcomes.filter((_, index) => index % 3 === nth);
      t.equal(own.filter(({ kind }) => kind === 'first').length, 1);
      const responses = own.flatMap((outcome) => ('response' in outcome ? [outcome.response] : []));
      t.equal(new Set(responses).size, 1, 'one response');
      t.ok(own.every(({ kind }) => ['first', 'replayed', 'in_progress'].includes(kind)));
      t.equal(await stores.quotas.amountTaken(request.requestHash), 1, 'it had one effect');
    }
  });

  await example(t, 'forgets a response after 24 hours, and keeps the next one', async (t, adapters) => {
    const { idempotency } = adapters;
    const request = newRequest((await addUser(adapters.stores)).id);
    await idempotency.run(request, now, responded('old'));
    const end = after(now, day);
    t.strictSame(await repeat(adapters, request, after(end, -1)), { kind: 'replayed', response: 'old' });
    const next = { ...request, contentHash: 'another content' };
    t.strictSame(await idempotency.run(next, end, refused('new')), { kind: 'first', response: 'new' });
    t.strictSame(await repeat(adapters, next, end), { kind: 'replayed', response: 'new' });
    const later = after(end, day);
    t.strictSame(await idempotency.run(next, later, responded('newer')), {
      kind: 'first',
      response: 'newer',
    });
  });

  await example(t, 'bounds what is kept for one caller in a UTC day', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const [greedy, bystander] = [await addUser(stores, { name: 'Before' }), await addUser(stores)];
    const longest = 'x'.repeat(idempotencyPolicy.responseLength);
    const charge = idempotencyPolicy.responseLength + idempotencyPolicy.responseOverhead;
    const fitting = Math.floor(idempotencyPolicy.lengthPerDay / charge);
    for (let index = 0; index < fitting; index += 1)
      t.equal((await idempotency.run(newRequest(greedy.id), now, responded(longest))).kind, 'first');
    const over = newRequest(greedy.id);
    const outcome = await idempotency.run(over, now, async (unit) => {
      await rename('Unkept', over).directly(unit);
      return responded(longest)();
    });
    t.strictSame(outcome, { kind: 'exhausted' });
    t.equal(await nameOf(adapters, over), 'Before');
    t.strictSame(await idempotency.run(over, now, refused(longest)), { kind: 'exhausted' });
    t.equal((await idempotency.run(newRequest(bystander.id), now, responded(longest))).kind, 'first');
    t.equal((await idempotency.run(over, after(now, day), responded(longest))).kind, 'first', 'the next day');
  });

  await example(
    t,
    'erases the responses with the account, and keeps none afterwards',
    async (t, adapters) => {
      const { stores, idempotency } = adapters;
      const [ofErasedUser, bystander] = [
        newRequest((await addUser(stores)).id),
        newRequest((await addUser(stores)).id),
      ];
      for (const request of [ofErasedUser, bystander]) await idempotency.run(request, now, responded('kept'));
      await stores.users.erase(ofErasedUser.callerId, now);
      for (const request of [ofErasedUser, ofErasedUser, newRequest(someUser().id)])
        for (const work of [responded('late'), refused('late')])
          t.strictSame(await idempotency.run(request, now, work), { kind: 'first', response: 'late' });
      t.strictSame(await repeat(adapters, bystander), { kind: 'replayed', response: 'kept' });
    },
  );
};
