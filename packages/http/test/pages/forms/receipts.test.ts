import { type FormReceipts, refuse } from '@event-platform/domain';
import { createMemoryWorld, memoryFormReceipts } from '@event-platform/domain/memory';
import t from 'tap';
import { answerOnce } from '../../../src/pages/forms/receipts.ts';

const scene = (receipts?: FormReceipts) => {
  const { tables, clock } = createMemoryWorld();
  const kept = receipts ?? memoryFormReceipts(tables);
  return { clock, kept, answer: answerOnce(kept, clock), elsewhere: answerOnce(kept, clock) };
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

t.test('the loser of the race for the code gets the response of the winner', async (t) => {
  const { answer, kept, clock } = scene();
  const lose = async () => {
    await kept.keep('a', 'interested', new Date(clock.now().getTime() + 1_000));
    throw refuse('code_invalid');
  };
  t.equal(await answer('a', lose), 'interested');
});

t.test('failures are not kept, and an unknown outcome counts as none', async (t) => {
  const { answer, kept, clock } = scene();
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
  await kept.keep('b', 'of a later version', new Date(clock.now().getTime() + 1_000));
  t.equal(await answer('b', async () => 'declined'), 'declined');
});
