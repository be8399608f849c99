import type { Dependencies } from '../../dependencies.ts';
import { nextUtcDay, utcDay } from '../../time.ts';
import type { Attempt } from '../code/code-state.ts';
import type { Guard } from '../proof.ts';
import { type CallerKind, callerKinds, signInPolicy } from '../sign-in-policy.ts';

type Quotas = Dependencies['stores']['quotas'];

const { perWideNetwork, ...ofService } = signInPolicy.guessesOfAllPhones;

const serviceKey = (kind: CallerKind, at: Date) => `guesses:${utcDay(at)}:${kind}`;

const keysOf = ({ kind, at }: Pick<Attempt, 'kind' | 'at'>, wideNetwork: string) => {
  const service = serviceKey(kind, at);
  return { service, wide: `${service}:${wideNetwork}` };
};

/**
 * Charges a guess to the budgets that bound a caller who tries all phones: its network's and the service's.
 * False when one is spent, which charges none.
 */
export const chargeGuess = async (
  quotas: Quotas,
  guess: Pick<Attempt, 'kind' | 'at'>,
  wideNetwork: string,
): Promise<boolean> => {
  const { service, wide } = keysOf(guess, wideNetwork);
  const until = nextUtcDay(guess.at);
  const { refusal } = await quotas.takeAll(
    [
      { key: wide, amount: 1, limit: perWideNetwork, until },
      { key: service, amount: 1, limit: ofService[guess.kind], until },
    ],
    guess.at,
  );
  return refusal === null;
};

/** Whether such a guess would be refused now. */
export const areGuessesSpent = async (
  quotas: Pick<Quotas, 'amountTaken'>,
  guess: Pick<Attempt, 'kind' | 'at'>,
  wideNetwork: string,
): Promise<boolean> => {
  const { service, wide } = keysOf(guess, wideNetwork);
  const [ofAll, ofNetwork] = await Promise.all([quotas.amountTaken(service), quotas.amountTaken(wide)]);
  return ofAll >= ofService[guess.kind] || ofNetwork >= perWideNetwork;
};

const provenKey = (kind: CallerKind, at: Date) => `${serviceKey(kind, at)}:proven`;

/** What guesses beyond the budgets prove work for: its price rises with each, over as many as the budget has. */
export const guessGuard = async (
  quotas: Pick<Quotas, 'amountTaken'>,
  { kind, at }: Pick<Attempt, 'kind' | 'at'>,
): Promise<Guard> => ({
  name: `guesses:${kind}`,
  spentAmount: await quotas.amountTaken(provenKey(kind, at)),
  guardedAmount: ofService[kind],
});

/** Counts a guess that work was proven for. */
export const countProven = async (
  quotas: Pick<Quotas, 'takeAll'>,
  { kind, at }: Pick<Attempt, 'kind' | 'at'>,
): Promise<void> => {
  // Beyond that the price does not rise any more.
  const charge = { key: provenKey(kind, at), amount: 1, limit: ofService[kind], until: nextUtcDay(at) };
  await quotas.takeAll([charge], at);
};

/** Gives back what a right guess took. */
export const returnCharged = async (
  quotas: Quotas,
  guess: Pick<Attempt, 'kind' | 'at'>,
  wideNetwork: string,
): Promise<void> => {
  const { service, wide } = keysOf(guess, wideNetwork);
  await Promise.all([quotas.giveBack(wide, 1), quotas.giveBack(service, 1)]);
};

/** The part of the day's guesses that each kind of caller has spent, from 0 to 1, for the operator. */
export const guessBudgetUse = (
  quotas: Pick<Quotas, 'amountTaken'>,
  now: Date,
): Promise<readonly { readonly kind: CallerKind; readonly used: number; readonly limit: number }[]> =>
  Promise.all(
    callerKinds.map(async (kind) => ({
      kind,
      used: await quotas.amountTaken(serviceKey(kind, now)),
      limit: ofService[kind],
    })),
  );
