import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../problem.ts';
import type { DomainSettings } from '../settings.ts';
import { after } from '../time.ts';
import { signInPolicy } from './sign-in-policy.ts';
import { type GuardedShare, smsShares } from './sms/sms-shares.ts';

const { freePart, leastSeconds, mostSeconds, lifetime } = signInPolicy.proof;

/** What callers prove work for, once others have spent much of it. */
export interface Guard {
  /** Names the challenges that are out for it. */
  readonly name: string;
  /** How much is spent of what is guarded. */
  readonly spentAmount: number;
  /** How much is guarded: the price rises over it. */
  readonly guardedAmount: number;
}

type ProofDependencies = Pick<Dependencies, 'stores' | 'proofOfWork'>;

/** How many SMS of a share go out without a proof of work. */
export const freeOfProof = (settings: Pick<DomainSettings, 'smsDailyBudget'>, share: GuardedShare): number =>
  Math.ceil(smsShares(settings)[share] * freePart);

/** The guard of a share of the day's SMS. */
export const shareGuard = (
  usage: number,
  settings: Pick<DomainSettings, 'smsDailyBudget'>,
  share: GuardedShare,
): Guard => {
  const free = freeOfProof(settings, share);
  return {
    name: share,
    spentAmount: usage - free,
    guardedAmount: Math.max(1, smsShares(settings)[share] - free),
  };
};

/** Whether a start that counts against the share has to bring a proof now. A share that is spent refuses without asking for one. */
export const needsProof = (usage: number, settings: DomainSettings, share: GuardedShare): boolean =>
  usage >= freeOfProof(settings, share) && usage < smsShares(settings)[share];

/** The work of a proof, in seconds of an ordinary phone: it grows evenly by factors. @param out challenges that are out */
export const proofSeconds = ({ spentAmount, guardedAmount }: Guard, out = 0): number => {
  const drainedShare = Math.min(1, Math.max(0, (spentAmount + out) / guardedAmount));
  return leastSeconds * (mostSeconds / leastSeconds) ** drainedShare;
};

/**
 * Counts a challenge of a guard and returns how many were out before it. They count as drained for the price of the next
 * one: otherwise a budget's worth of challenges could be had at the price of the first.
 */
const countChallenge = async (
  quotas: Dependencies['stores']['quotas'],
  { name, guardedAmount }: Guard,
  now: Date,
): Promise<number> => {
  // Beyond that the price does not rise any more.
  const charge = { key: `proof-challenges:${name}`, amount: 1, limit: guardedAmount + 1, window: lifetime };
  const { budgets } = await quotas.takeAll([charge], now);
  return (budgets[0]?.taken ?? 1) - 1;
};

/** Creates the error that asks for a proof of work for `phone`. */
export const askForProof = async (
  { stores, proofOfWork }: ProofDependencies,
  phone: string,
  guards: readonly Guard[],
  now: Date,
): Promise<DomainError> => {
  const prices: number[] = [];
  for (const guard of guards)
    prices.push(proofSeconds(guard, await countChallenge(stores.quotas, guard, now)));
  const challenge = await proofOfWork.challenge(phone, Math.max(...prices), after(now, lifetime));
  return new DomainError({ code: 'proof_required', challenge });
};

/**
 * Whether `proof` solves a challenge of this phone that is still good, was not used before and cost no less than what is
 * spent by now asks for: what was bought cheaply is no stock for later. Uses it up.
 */
export const acceptProof = async (
  { stores, proofOfWork }: ProofDependencies,
  phone: string,
  proof: string,
  guards: readonly Guard[],
  now: Date,
): Promise<boolean> => {
  const verdict = await proofOfWork.verify(proof, phone, now);
  if (verdict === null || guards.some((guard) => verdict.seconds < proofSeconds(guard))) return false;
  const use = { key: `proof:${verdict.id}`, amount: 1, limit: 1, until: after(now, lifetime) };
  return (await stores.quotas.takeAll([use], now)).refusal === null;
};
