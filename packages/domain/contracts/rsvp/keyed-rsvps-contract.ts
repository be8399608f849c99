import type { RsvpState } from '../../src/events/rsvp.ts';
import { idempotencyPolicy } from '../../src/idempotency/idempotency-policy.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { KeyedResult } from '../../src/ports/idempotency.ts';
import type { KeyedRequest } from '../../src/ports/keyed-request.ts';
import type { AccountQuota } from '../../src/quotas/account-quota.ts';
import { day } from '../../src/time.ts';
import { addEvent, addUser, newId, newToken, now } from '../fixtures.ts';
import { concurrently, type Needs, type Open, type TestScope, withAdapters } from '../harness.ts';

type Needed = Needs<'attendees' | 'eventCatalog' | 'events' | 'quotas' | 'rsvps' | 'users', 'idempotency'>;

const newRequest = (callerId: UserId): KeyedRequest => ({
  callerId,
  requestHash: newToken(),
  contentHash: 'one content',
});

const quotaOf = (limit: number, budget: AccountQuota['budget'] = 'answers-and-saves'): AccountQuota => ({
  budget,
  span: day,
  limit: { usual: limit, young: limit, youngSince: now },
});

export const keyedRsvpsContract = async (t: TestScope, open: Open<Needed>): Promise<void> => {
  const example = withAdapters(open);
  /** Answers for the caller of the request. */
  const answer = (
    { stores }: Needed,
    request: KeyedRequest,
    event: EventId,
    state: RsvpState = 'going',
    within = quotaOf(60, 'kept-rsvps'),
  ) => stores.rsvps.answerOnce({ request, answer: [`${state}, `, ' in all'] }, within, event, state, now);
  /** What a repetition of the request gets. */
  const repeat = ({ idempotency }: Needed, request: KeyedRequest) =>
    idempotency.run(request, now, async () => {
      throw new Error('ran again');
    });
  /** The outcome of a request of which nothing is kept: its work runs. */
  const untouched = { kind: 'first', answer: 'ran' } as const;
  const run = ({ idempotency }: Needed, request: KeyedRequest) =>
    idempotency.run(request, now, async (): Promise<KeyedResult> => ({ answer: 'ran', isRefusal: false }));
  const shown = async ({ stores }: Needed, event: EventId, user: UserId) => {
    const detail = await stores.eventCatalog.detail(event, user, now);
    return [detail?.myRsvp, detail?.rsvpCount];
  };

  await example(t, 'records an RSVP and keeps what it answers', async (t, adapters) => {
    const event = await addEvent(adapters.stores);
    const { id } = await addUser(adapters.stores);
    for (const [state, count] of [
      ['going', 1],
      ['interested', 1],
      [null, 0],
    ] as const) {
      const request = newRequest(id);
      t.strictSame(await answer(adapters, request, event.id, state), { myRsvp: state, rsvpCount: count });
      t.strictSame(await shown(adapters, event.id, id), [state, count]);
      const text = `${state}, ${count} in all`;
      t.strictSame(await repeat(adapters, request), { kind: 'replayed', answer: text });
      const other = { ...request, contentHash: 'another content' };
      t.strictSame(await repeat(adapters, other), { kind: 'key_reused' });
    }
  });

  await example(t, 'records nothing for a request that was answered', async (t, adapters) => {
    const event = await addEvent(adapters.stores);
    const { id } = await addUser(adapters.stores);
    const [own, other] = [newRequest(id), newRequest(id)];
    await run(adapters, other);
    await answer(adapters, own, event.id, 'interested');
    const again = [own, other, { ...own, contentHash: 'another content' }];
    for (const request of again) t.equal(await answer(adapters, request, event.id, 'going'), null);
    t.strictSame(await shown(adapters, event.id, id), ['interested', 1]);
    t.strictSame(await repeat(adapters, own), { kind: 'replayed', answer: 'interested, 1 in all' });
    t.strictSame(await repeat(adapters, other), { kind: 'replayed', answer: 'ran' });
  });

  await example(t, 'keeps callers apart that use one hash', async (t, adapters) => {
    const event = await addEvent(adapters.stores);
    const requests = [newRequest((await addUser(adapters.stores)).id)];
    for (const { requestHash } of [...requests])
      requests.push({ ...newRequest((await addUser(adapters.stores)).id), requestHash });
    await Promise.all(requests.map((request) => answer(adapters, request, event.id)));
    const kept = await Promise.all(requests.map((request) => repeat(adapters, request)));
    const texts = kept.map((outcome) => ('answer' in outcome ? outcome.answer : outcome.kind));
    t.strictSame(texts.sort(), ['going, 1 in all', 'going, 2 in all']);
  });

  await example(t, 'neither records nor keeps what stands against it', async (t, adapters) => {
    const { stores } = adapters;
    const event = await addEvent(stores);
    const [gone, removed] = [await addUser(stores), await addUser(stores)];
    await stores.users.erase(gone.id, now);
    await stores.rsvps.answer(event.id, removed.id, 'going', now);
    await stores.attendees.remove(event.id, removed.id, now);
    const refused = [
      [newRequest(gone.id), event.id],
      [newRequest(removed.id), event.id],
      [newRequest((await addUser(stores)).id), newId<'event'>()],
    ] as const;
    for (const [request, id] of refused) t.equal(await answer(adapters, request, id), null);
    for (const [request] of refused.slice(1)) t.strictSame(await run(adapters, request), untouched);
    t.strictSame(await shown(adapters, event.id, gone.id), [null, 0]);
  });

  await example(t, 'counts an answer against the quota, once for a request', async (t, adapters) => {
    const { stores } = adapters;
    const [event, other] = [await addEvent(stores), await addEvent(stores)];
    const { id } = await addUser(stores);
    const within = (request: KeyedRequest, state: RsvpState, to = event) =>
      answer(adapters, request, to.id, state, quotaOf(2));
    const first = newRequest(id);
    t.strictSame(await within(first, 'going'), { myRsvp: 'going', rsvpCount: 1 });
    t.equal(await within(first, 'going'), null, 'a repetition uses none');
    t.strictSame(await within(newRequest(id), 'interested'), { myRsvp: 'interested', rsvpCount: 1 });
    const spent = newRequest(id);
    t.equal(await within(spent, 'going', other), null);
    t.strictSame(await shown(adapters, other.id, id), [null, 0]);
    t.strictSame(await run(adapters, spent), untouched);
    const clearing = newRequest(id);
    t.equal(await within(clearing, null), null, 'clearing is kept within the quota alone');
    t.strictSame(await shown(adapters, event.id, id), ['interested', 1]);
    t.strictSame(await run(adapters, clearing), untouched);
  });

  await example(t, 'counts clearing, and the answers of admins', async (t, adapters) => {
    const event = await addEvent(adapters.stores);
    const admin = await addUser(adapters.stores, { role: 'admin' });
    const within = (state: RsvpState) => answer(adapters, newRequest(admin.id), event.id, state, quotaOf(2));
    t.strictSame(await within('going'), { myRsvp: 'going', rsvpCount: 1 });
    t.strictSame(await within(null), { myRsvp: null, rsvpCount: 0 });
    t.equal(await within('going'), null);
    t.strictSame(await shown(adapters, event.id, admin.id), [null, 0]);
    t.equal(await adapters.stores.quotas.use(admin.id, quotaOf(1), now), null, 'admins have no other quota');
  });

  await example(t, 'takes none of the room of other answers', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const event = await addEvent(stores);
    const { id } = await addUser(stores);
    const text = 'x'.repeat(idempotencyPolicy.answerLength);
    const charge = text.length + idempotencyPolicy.answerOverhead;
    const long = () => idempotency.run(newRequest(id), now, async () => ({ answer: text, isRefusal: false }));
    const first = newRequest(id);
    t.strictSame(await answer(adapters, first, event.id), { myRsvp: 'going', rsvpCount: 1 });
    for (let left = idempotencyPolicy.lengthPerDay; left >= charge; left -= charge)
      t.equal((await long()).kind, 'first');
    t.equal((await long()).kind, 'exhausted');
    const state = await answer(adapters, newRequest(id), event.id, 'interested');
    t.strictSame(state, { myRsvp: 'interested', rsvpCount: 1 });
    t.strictSame(await repeat(adapters, first), { kind: 'replayed', answer: 'going, 1 in all' });
  });

  await example(
    t,
    'answers many at once, with keys and without, each with its count',
    async (t, adapters) => {
      const { stores } = adapters;
      const event = await addEvent(stores);
      const guests = await concurrently(40, () => addUser(stores));
      const requests = guests.map(({ id }) => newRequest(id));
      const counts = await Promise.all(
        requests.map(async (request, index) => {
          const written = await (index % 4
            ? answer(adapters, request, event.id)
            : stores.rsvps.answer(event.id, request.callerId, 'going', now));
          return written?.rsvpCount ?? 0;
        }),
      );
      t.strictSame(
        [...counts].sort((one, other) => one - other),
        guests.map((_, index) => index + 1),
      );
      for (const [index, request] of requests.entries())
        if (index % 4)
          t.strictSame(await repeat(adapters, request), {
            kind: 'replayed',
            answer: `going, ${counts[index]} in all`,
          });
    },
  );

  await example(t, 'has one effect for parallel requests of one hash', async (t, adapters) => {
    const { stores, idempotency } = adapters;
    const event = await addEvent(stores);
    const { id } = await addUser(stores);
    const requests = [newRequest(id), newRequest(id), newRequest(id)];
    // Wide enough that none is refused: refused answers are counted as well, before their request is known to be one.
    const each = quotaOf(60);
    const outcomes = await concurrently(60, async (index) => {
      const request = requests[index % 3] as KeyedRequest;
      // Half of them as any other keyed request runs: both ways exclude each other.
      if (index % 2) return (await answer(adapters, request, event.id, 'going', each)) && 'first';
      const { kind } = await idempotency.run(request, now, async (unit) => {
        const written = await unit.stores.rsvps.answerWithin(each, event.id, id, 'going', now);
        return { answer: JSON.stringify(written), isRefusal: false };
      });
      return kind;
    });
    for (const nth of requests.keys()) {
      const own = outcomes.filter((_, index) => index % 3 === nth);
      t.equal(own.filter((outcome) => outcome === 'first').length, 1);
      t.ok(own.every((outcome) => [null, 'first', 'replayed', 'in_progress'].includes(outcome)));
    }
    for (const request of requests) t.equal((await repeat(adapters, request)).kind, 'replayed');
    t.strictSame(await shown(adapters, event.id, id), ['going', 1]);
    t.equal(await stores.quotas.use(id, quotaOf(requests.length + 1), now), null, 'each was counted once');
    t.not(await stores.quotas.use(id, quotaOf(requests.length + 1), now), null);
  });
};
