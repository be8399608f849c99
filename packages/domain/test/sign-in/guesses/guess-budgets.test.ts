import t from 'tap';
import { createMemoryWorld } from '../../../memory/index.ts';
import { chargeGuess, guessBudgetUse, returnCharged } from '../../../src/sign-in/guesses/guess-budgets.ts';
import { after, day } from '../../../src/time.ts';

t.test('the operator sees how much of the guesses of a day each kind of caller has spent', async (t) => {
  const { quotas, clock } = createMemoryWorld();
  const now = clock.now();
  const used = async (at = now) =>
    Object.fromEntries((await guessBudgetUse(quotas, at)).map(({ kind, used }) => [kind, used]));
  t.strictSame(await used(), { known: 0, unknown: 0 });
  const guess = { kind: 'unknown', at: now } as const;
  for (const network of ['203.0.113.0/24', '203.0.113.0/24', '198.51.100.0/24'])
    t.ok(await chargeGuess(quotas, guess, network));
  t.strictSame(await used(), { known: 0, unknown: 3 });
  await returnCharged(quotas, guess, '198.51.100.0/24');
  t.strictSame(await used(), { known: 0, unknown: 2 }, 'a right guess takes nothing');
  t.strictSame(await used(after(now, day)), { known: 0, unknown: 0 }, 'a day later');
  for (const { limit } of await guessBudgetUse(quotas, now)) t.ok(limit > 0);
});
