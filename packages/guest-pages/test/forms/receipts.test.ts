import { type FormReceipts, refuse } from '@event-platform/domain';
import { createMemoryWorld, memoryFormReceipts } from '@event-platform/domain/memory';
import t from 'tap';
import type { Outcome } from '../../src/forms/outcome.ts';
import { type AnswerOnce, answerOnce } from '../../src/forms/receipts.ts';

const outcomeOf = (once: AnswerOnce) => async (key: string, work: () => Promise<Outcome>) =>
  (await once(key, async () => ({ outcome: await work() }))).outcome;

const scene = (receipts?: FormReceipts) => {
  const { tables, clock } = createMemoryWorld();
  const store = receipts ?? memoryFormReceipts(tables);
  const replica = () => outcomeOf(answerOnce(store, clock));
  return { clock, store, answer: replica(), elsewhere: replica() };
};

t.test('a form is answered once a day', async (t) => {
  const { answer, elsewhere, clock } = scene();
  let answers = 0;
  const work = async () => {
    answers += 1;
    return 'going' as const;
  };
  t.same(
    await Promise.all([answer('a', work), answer('a', work), answer('b', work)]),
    Array(3).fill('going'),
  );
  t.equal(answers, 2, 'once for each form');
  t.equal(await elsewhere('a', async () => 'declined'), 'going', 'on every replica');
  clock.advance(86_400_000);
  t.equal(await answer('a', async () => 'declined'), 'declined', 'forgotten after a day');
});

t.test('an equal form waits for the answer of another replica, whose code is used by then', async (t) => {
  const { answer, elsewhere } = scene();
  let isUsed = false;
  const work = async () => {
    if (isUsed) throw refuse('code_invalid');
    isUsed = true;
    await new Promise(setImmediate);
    return 'interested' as const;
  };
  t.same(await Promise.all([answer('a', work), elsewhere('a', work)]), ['interested', 'interested']);
});

t.test('an equal form is answered once the answer of another replica failed or did not end', async (t) => {
  const { answer, elsewhere, store, clock } = scene();
  const fail = async () => {
    await new Promise(setImmediate);
    throw new Error('broken');
  };
  const [failed, answered] = await Promise.allSettled([
    answer('a', fail),
    elsewhere('a', async () => 'going'),
  ]);
  t.equal(failed.status, 'rejected');
  t.same(answered, { status: 'fulfilled', value: 'going' });

  await store.claim('b', clock.now(), new Date(clock.now().getTime() + 5_000));
  const waiting = answer('b', async () => 'going');
  clock.advance(5_000);
  t.equal(await waiting, 'going', 'the replica was killed');
});

t.test('a claim that cannot be released does not hide the failure', async (t) => {
  const { store } = scene();
  const { answer } = scene({ ...store, release: () => Promise.reject(new Error('away')) });
  await t.rejects(
    answer('a', () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
});

t.test('failures are not kept, and an unknown outcome counts as none', async (t) => {
  const { answer, store, clock } = scene();
  const wrongCode = refuse('code_invalid');
  await t.rejects(
    answer('a', () => Promise.reject(wrongCode)),
    wrongCode,
  );
  await t.rejects(
    answer('a', () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
  t.equal(await answer('a', async () => 'going'), 'going');
  await store.keep('b', 'of a later version', new Date(clock.now().getTime() + 1_000));
  t.equal(await answer('b', async () => 'declined'), 'declined');
});
