import type { Dependencies } from '../dependencies.ts';
import { DomainError } from '../problem.ts';
import type { DomainSettings } from '../settings.ts';
import { after } from '../time.ts';
import { signInPolicy } from './sign-in-policy.ts';
import { shareKey, smsShares } from './sms-shares.ts';

const { freePart, leastSeconds, mostSeconds, lifetime } = signInPolicy.proof;

/** How many SMS of the unknown callers' share go out without a proof of work. */
export const freeOfProof = (settings: Pick<DomainSettings, 'smsDailyBudget'>): number =>
  Math.ceil(smsShares(settings).unknownCallers * freePart);

/** The work of the next proof, in seconds of an ordinary phone: it grows evenly by factors as the share drains. */
export const proofSeconds = (used: number, settings: Pick<DomainSettings, 'smsDailyBudget'>): number => {
  const free = freeOfProof(settings);
  const guarded = Math.max(1, smsShares(settings).unknownCallers - free);
  const drained = Math.min(1, Math.max(0, (used - free) / guarded));
  return leastSeconds * (mostSeconds / leastSeconds) ** drained;
};

/** Whether a stranger's start has to bring a proof now. A share that is spent refuses without asking for one. */
export const needsProof = (used: number, settings: DomainSettings): boolean =>
  used >= freeOfProof(settings) && used < smsShares(settings).unknownCallers;

/** Creates the error that asks for a proof of work for a start of `phone`. */
export const askForProof = async (
  { stores, proofOfWork, settings }: Pick<Dependencies, 'stores' | 'proofOfWork' | 'settings'>,
  phone: string,
  now: Date,
): Promise<DomainError> => {
  const used = await stores.quotas.taken(shareKey('unknownCallers', now));
  const seconds = proofSeconds(used, settings);
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
