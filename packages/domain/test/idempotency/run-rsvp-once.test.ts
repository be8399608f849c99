import t from 'tap';
import { addEvent, addUser, newToken } from '../../contracts/fixtures.ts';
import { createMemoryWorld } from '../../memory/index.ts';
import { createRunOnce } from '../../src/idempotency/run-once.ts';
import type { RsvpState } from '../../src/rsvp/rsvp.ts';

/** A caller, an event, and keyed RSVPs of that caller; `transactions` counts those that took one of their own. */
const openScene = async () => {
  const world = createMemoryWorld();
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
  const answer = (state: RsvpState) =>
    runOnce(
      request,
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

t.test('quotas count a keyed RSVP', async (t) => {
  const { world, caller, event, request } = await openScene();
  const dependencies = { ...world.dependencies, settings: { ...world.dependencies.settings, quotaScale: 1 } };
  const runOnce = createRunOnce({ ...dependencies, idempotency: world.idempotency });
  const outcome = await runOnce(
    request,
    async (domain) => {
      const { rsvpCount } = await domain.answerRsvp({
        eventId: event.id,
        userId: caller.id,
        state: 'going',
      });
      return { answer: `${rsvpCount}`, isRefusal: false };
    },
    { rsvpAnswer: () => ['', ''] },
  );
  t.strictSame(outcome, { kind: 'first', answer: '1' });
  t.strictSame(
    world.tables.quotaUses.rows().map(({ used }) => used),
    [1],
  );
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
