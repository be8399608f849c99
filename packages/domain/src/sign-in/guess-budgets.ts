import type { Dependencies } from '../dependencies.ts';
import { nextUtcDay, utcDay } from '../time.ts';
import type { CountedGuess } from './count-guess.ts';
import { type CallerKind, callerKinds, signInPolicy } from './sign-in-policy.ts';

type Quotas = Dependencies['stores']['quotas'];

const { perWideNetwork, ...ofService } = signInPolicy.guessesOfAllPhones;

const serviceKey = (kind: CallerKind, at: Date) => `guesses:${utcDay(at)}:${kind}`;

const keysOf = ({ kind, at }: Pick<CountedGuess, 'kind' | 'at'>, wideNetwork: string) => {
  const service = serviceKey(kind, at);
  return { service, wide: `${service}:${wideNetwork}` };
};

/**
 * Charges a guess to the budgets that bound a caller who tries all phones: its network's and the service's.
 * False when one is spent, which charges none.
 */
export const chargeGuess = async (
  quotas: Quotas,
  guess: Pick<CountedGuess, 'kind' | 'at'>,
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

/** Gives back what a right guess took. */
export const returnCharged = async (
  quotas: Quotas,
  guess: Pick<CountedGuess, 'kind' | 'at'>,
  wideNetwork: string,
): Promise<void> => {
  const { service, wide } = keysOf(guess, wideNetwork);
  await Promise.all([quotas.giveBack(wide, 1), quotas.giveBack(service, 1)]);
};

/** The part of the day's guesses that each kind of caller has spent, from 0 to 1, for the operator. */
export const guessBudgetUse = (
  quotas: Pick<Quotas, 'taken'>,
  now: Date,
): Promise<readonly { readonly kind: CallerKind; readonly used: number; readonly limit: number }[]> =>
  Promise.all(
    callerKinds.map(async (kind) => ({
      kind,
      used: await quotas.taken(serviceKey(kind, now)),
      limit: ofService[kind],
    })),
  );
