import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../problem.ts';
import type { DomainSettings } from '../settings.ts';
import { after } from '../time.ts';
import { signInPolicy } from './sign-in-policy.ts';
import { type GuardedShare, shareKey, smsShares } from './sms-shares.ts';

const { freePart, leastSeconds, mostSeconds, lifetime } = signInPolicy.proof;

/** How many SMS of a share go out without a proof of work. */
export const freeOfProof = (settings: Pick<DomainSettings, 'smsDailyBudget'>, share: GuardedShare): number =>
  Math.ceil(smsShares(settings)[share] * freePart);

/** The work of the next proof, in seconds of an ordinary phone: it grows evenly by factors as the share drains. */
export const proofSeconds = (
  used: number,
  settings: Pick<DomainSettings, 'smsDailyBudget'>,
  share: GuardedShare,
): number => {
  const free = freeOfProof(settings, share);
  const guarded = Math.max(1, smsShares(settings)[share] - free);
  const drained = Math.min(1, Math.max(0, (used - free) / guarded));
  return leastSeconds * (mostSeconds / leastSeconds) ** drained;
};

/** Whether a start that counts against the share has to bring a proof now. A share that is spent refuses without asking for one. */
export const needsProof = (used: number, settings: DomainSettings, share: GuardedShare): boolean =>
  used >= freeOfProof(settings, share) && used < smsShares(settings)[share];

/**
 * Counts a challenge and returns how many were out before it. They count as drained for the price of the next one:
 * otherwise a share's worth of challenges could be had at the price of the first.
 */
const countChallenge = async (
  quotas: Dependencies['stores']['quotas'],
  share: GuardedShare,
  settings: DomainSettings,
  now: Date,
): Promise<number> => {
  // Beyond the share the price does not rise any more.
  const limit = Math.max(1, smsShares(settings)[share]);
  const charge = { key: `proof-challenges:${share}`, amount: 1, limit, window: lifetime };
  const { budgets } = await quotas.takeAll([charge], now);
  return (budgets[0]?.taken ?? 1) - 1;
};

/** Creates the error that asks for a proof of work for a start of `phone`. */
export const askForProof = async (
  { stores, proofOfWork, settings }: Pick<Dependencies, 'stores' | 'proofOfWork' | 'settings'>,
  phone: string,
  share: GuardedShare,
  now: Date,
): Promise<DomainError> => {
  const used = await stores.quotas.taken(shareKey(share, now));
  const seconds = proofSeconds(
    used + (await countChallenge(stores.quotas, share, settings, now)),
    settings,
    share,
  );
  const challenge = await proofOfWork.challenge(phone, seconds, after(now, lifetime));
  return new DomainError({ code: 'proof_required', challenge });
};

/** Whether `proof` solves a challenge of this phone that is still good and was not used before. Uses it up. */
export const acceptProof = async (
  { stores, proofOfWork }: Pick<Dependencies, 'stores' | 'proofOfWork'>,
  phone: string,
  proof: string,
  now: Date,
): Promise<boolean> => {
  const id = await proofOfWork.verify(proof, phone, now);
  if (id === null) return false;
  const use = { key: `proof:${id}`, amount: 1, limit: 1, until: after(now, lifetime) };
  return (await stores.quotas.takeAll([use], now)).refusal === null;
};
