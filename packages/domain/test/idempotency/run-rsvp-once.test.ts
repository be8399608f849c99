import t from 'tap';
import { addEvent, addUser, newToken } from '../../contracts/fixtures.ts';
import { createMemoryWorld } from '../../memory/index.ts';
import type { RsvpState } from '../../src/events/rsvp.ts';
import { idempotencyPolicy } from '../../src/idempotency/idempotency-policy.ts';
import { keptAnswersCharge } from '../../src/idempotency/kept-answers-charge.ts';
import { createRunOnce } from '../../src/idempotency/run-once.ts';
import { after, day, hour } from '../../src/time.ts';

/** A caller, an event, and keyed RSVPs of that caller; `transactions` counts those that took one of their own. */
const openScene = async (quotaScale = 0) => {
  const memory = createMemoryWorld();
  const settings = { ...memory.dependencies.settings, quotaScale };
  const world = { ...memory, dependencies: { ...memory.dependencies, settings } };
  const { stores } = world.dependencies;
  const [event, caller] = [await addEvent(stores), await addUser(stores)];
  let transactions = 0;
  const runOnce = createRunOnce({
    ...world.dependencies,
    idempotency: {
      run: (...call) => {
        transactions += 1;
        return world.idempotency.run(...call);
      },
    },
  });
  const request = { callerId: caller.id, requestHash: newToken(), contentHash: 'content' };
  const answer = (state: RsvpState, requestHash = request.requestHash) =>
    runOnce(
      { ...request, requestHash },
      async (domain) => {
        const rsvp = await domain.answerRsvp({ eventId: event.id, userId: caller.id, state });
        return { answer: JSON.stringify(rsvp), isRefusal: false };
      },
      { rsvpAnswer: (myRsvp) => [`{"myRsvp":${JSON.stringify(myRsvp)},"rsvpCount":`, '}'] },
    );
  return { world, stores, event, caller, request, runOnce, answer, transactions: () => transactions };
};

t.test('an RSVP is recorded and its answer kept without a transaction of its own', async (t) => {
  const { answer, transactions, stores, event, caller, world } = await openScene();
  const text = '{"myRsvp":"going","rsvpCount":1}';
  t.strictSame(await answer('going'), { kind: 'first', answer: text });
  t.equal(transactions(), 0);
  t.strictSame(await answer('going'), { kind: 'replayed', answer: text }, 'a repetition finds what was kept');
  t.equal(transactions(), 1);
  const detail = await stores.eventCatalog.detail(event.id, caller.id, world.clock.now());
  t.equal(detail?.rsvpCount, 1);
});

t.test('the quota of RSVPs counts a keyed one, or a number of a day where there is none', async (t) => {
  for (const [quotaScale, span] of [
    [1, hour],
    [0, day],
  ] as const) {
    const { world, answer } = await openScene(quotaScale);
    t.match(await answer('going'), { kind: 'first' });
    const uses = world.tables.quotaUses.rows().map(({ used, until }) => ({ used, until }));
    t.strictSame(uses, [{ used: 1, until: after(world.clock.now(), span) }]);
  }
});

t.test('clearing beyond the quota takes a transaction, and room', async (t) => {
  const { answer, transactions, world, caller } = await openScene(1 / 1_000_000);
  await answer('going');
  const room = keptAnswersCharge(caller.id, '', world.clock.now()).key;
  t.strictSame([transactions(), world.tables.quotas.get(room)], [0, undefined]);
  const text = '{"myRsvp":null,"rsvpCount":0}';
  t.strictSame(await answer(null, newToken()), { kind: 'first', answer: text });
  t.equal(transactions(), 1);
  t.equal(world.tables.quotas.get(room), idempotencyPolicy.answerOverhead + text.length);
});

t.test('work that refuses runs in a transaction, which keeps the refusal', async (t) => {
  const { runOnce, request, transactions } = await openScene();
  let runs = 0;
  const refuse = () =>
    runOnce(
      request,
      async () => {
        runs += 1;
        return { answer: 'no', isRefusal: true };
      },
      { rsvpAnswer: () => ['', ''] },
    );
  t.strictSame(await refuse(), { kind: 'first', answer: 'no' });
  t.strictSame([runs, transactions()], [2, 1]);
  t.strictSame(await refuse(), { kind: 'replayed', answer: 'no' });
});

t.test('an RSVP that is not recorded is refused by the transaction', async (t) => {
  const { answer, transactions, stores, event, caller, world } = await openScene();
  await stores.rsvps.answer(event.id, caller.id, 'going', world.clock.now());
  await stores.attendees.remove(event.id, caller.id, world.clock.now());
  const refusal = await answer('going').catch((error: unknown) => error);
  t.match(refusal, { problem: { code: 'removed_by_organizer' } });
  t.equal(transactions(), 1);
});

t.test('a fault of the work is passed on', async (t) => {
  const { runOnce, request, transactions } = await openScene();
  const failure = runOnce(
    request,
    async () => {
      throw new Error('failed');
    },
    { rsvpAnswer: () => ['', ''] },
  );
  await t.rejects(failure, { message: 'failed' });
  t.equal(transactions(), 0);
});
