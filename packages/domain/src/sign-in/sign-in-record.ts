import type { ChallengeId } from '../ids.ts';
import { after } from '../time.ts';
import { type PhoneBudgets, signInPolicy, waitFor } from './sign-in-policy.ts';

/** A requested code; the code itself is derived, never stored. */
export interface Challenge {
  readonly id: ChallengeId;
  /** The secret that its code is derived from; absent in records of versions that had only one. */
  readonly codeKey?: string;
  readonly createdAt: Date;
  /** Guesses judged so far, counted before they are compared. */
  readonly tries: number;
  readonly redeemedAt: Date | null;
}

/** A network that signed in to the phone. */
export interface KnownSource {
  /** An address prefix: /24 of IPv4, /48 of IPv6. */
  readonly network: string;
  readonly signedInAt: Date;
  /** Wrong guesses from it, oldest first. */
  readonly guesses: readonly Date[];
}

/** The sign-in state of one phone. Lists are oldest first and pruned to the spans that count. */
export interface SignInRecord {
  readonly challenge: Challenge | null;
  readonly smsSentAt: readonly Date[];
  /** Wrong guesses from unknown networks. */
  readonly guesses: readonly Date[];
  readonly sources: readonly KnownSource[];
}

export const emptySignInRecord: SignInRecord = { challenge: null, smsSentAt: [], guesses: [], sources: [] };

export type ChallengeState = 'open' | 'dead' | 'expired' | 'redeemed';

export const challengeState = (challenge: Challenge, now: Date): ChallengeState => {
  if (challenge.redeemedAt) return 'redeemed';
  if (now.getTime() - challenge.createdAt.getTime() >= signInPolicy.challengeLifetime) return 'expired';
  return challenge.tries >= signInPolicy.triesPerChallenge ? 'dead' : 'open';
};

const spanOf = (budgets: readonly { readonly span: number }[]) =>
  Math.max(...budgets.map(({ span }) => span));
const since = (events: readonly Date[], span: number, now: Date) =>
  events.filter((event) => event.getTime() > now.getTime() - span);

const prune = (record: SignInRecord, now: Date): SignInRecord => ({
  challenge: record.challenge,
  smsSentAt: since(record.smsSentAt, spanOf(signInPolicy.smsCaps), now),
  guesses: since(record.guesses, spanOf(signInPolicy.unknownGuesses), now),
  sources: record.sources
    .filter((source) => isKnown(source, now))
    .map((source) => ({ ...source, guesses: since(source.guesses, spanOf(signInPolicy.knownGuesses), now) })),
});

const isKnown = (source: KnownSource, now: Date) =>
  source.signedInAt.getTime() > now.getTime() - signInPolicy.knownSourceLifetime;

export type CodeRequest =
  | { readonly kind: 'send' | 'already_sent'; readonly record: SignInRecord; readonly challenge: Challenge }
  | { readonly kind: 'too_many'; readonly retryAt: Date; readonly limit: number };

/**
 * Requests a code. Within the pause after an SMS nothing is sent; an open challenge is sent again, with
 * its tries; otherwise `fresh` becomes a new one.
 */
export const requestCode = (
  record: SignInRecord,
  fresh: Pick<Challenge, 'id' | 'codeKey'>,
  now: Date,
  { smsCaps }: Pick<PhoneBudgets, 'smsCaps'> = signInPolicy,
): CodeRequest => {
  const lastSms = record.smsSentAt.at(-1);
  if (record.challenge && lastSms && now < after(lastSms, signInPolicy.smsPause))
    return { kind: 'already_sent', record, challenge: record.challenge };
  const wait = waitFor(record.smsSentAt, smsCaps, now);
  if (wait) return { kind: 'too_many', retryAt: wait.until, limit: wait.limit };
  const challenge =
    record.challenge && challengeState(record.challenge, now) === 'open'
      ? record.challenge
      : { ...fresh, createdAt: now, tries: 0, redeemedAt: null };
  const pruned = prune(record, now);
  return { kind: 'send', challenge, record: { ...pruned, challenge, smsSentAt: [...pruned.smsSentAt, now] } };
};

/** Removes the SMS of `sentAt`, which no provider took. */
export const withoutSms = (record: SignInRecord, sentAt: Date): SignInRecord => ({
  ...record,
  smsSentAt: without(record.smsSentAt, sentAt),
});

const without = (events: readonly Date[], one: Date): readonly Date[] => {
  const index = events.findIndex((event) => event.getTime() === one.getTime());
  return index < 0 ? events : events.toSpliced(index, 1);
};

/** A guess that was counted before it is judged. */
export interface CountedGuess {
  readonly challenge: Challenge;
  readonly network: string;
  readonly at: Date;
  /** Whose budget it was charged to. */
  readonly source: 'known' | 'unknown';
}

/**
 * Counts a guess from `network` before it is judged: the record to write, or null when no challenge is open
 * (nothing is charged) or the budget of this kind of source is spent.
 */
export const countGuess = (
  record: SignInRecord,
  network: string,
  challengeId: ChallengeId | null,
  now: Date,
  { knownGuesses, unknownGuesses }: Omit<PhoneBudgets, 'smsCaps'> = signInPolicy,
): { readonly record: SignInRecord; readonly guess: CountedGuess } | null => {
  const open = record.challenge;
  if (!open || challengeState(open, now) !== 'open') return null;
  if (challengeId && challengeId !== open.id) return null;
  const source = record.sources.find((known) => known.network === network && isKnown(known, now));
  const [spent, budgets] = source ? [source.guesses, knownGuesses] : [record.guesses, unknownGuesses];
  if (waitFor(spent, budgets, now)) return null;
  const challenge = { ...open, tries: open.tries + 1 };
  const pruned = prune({ ...record, challenge }, now);
  const guess: CountedGuess = { challenge, network, at: now, source: source ? 'known' : 'unknown' };
  return { guess, record: withGuesses(pruned, guess, (guesses) => [...guesses, now]) };
};

/** Changes the list that the guess is charged to. */
const withGuesses = (
  record: SignInRecord,
  { source, network }: CountedGuess,
  change: (guesses: readonly Date[]) => readonly Date[],
): SignInRecord =>
  source === 'unknown'
    ? { ...record, guesses: change(record.guesses) }
    : {
        ...record,
        sources: record.sources.map((known) =>
          known.network === network ? { ...known, guesses: change(known.guesses) } : known,
        ),
      };

/**
 * Records that a counted guess was right: it no longer counts as wrong and, unless the challenge was redeemed
 * or replaced meanwhile, the challenge is redeemed and the network is known.
 */
export const redeem = (
  record: SignInRecord,
  guess: CountedGuess,
  now: Date,
): { readonly record: SignInRecord; readonly redeemed: boolean } => {
  const refunded = withGuesses(record, guess, (guesses) => without(guesses, guess.at));
  const challenge = record.challenge;
  if (challenge?.id !== guess.challenge.id || challenge.redeemedAt)
    return { record: refunded, redeemed: false };
  const known = refunded.sources.find((source) => source.network === guess.network);
  const others = refunded.sources.filter((source) => source !== known);
  const seen: KnownSource = { network: guess.network, signedInAt: now, guesses: known?.guesses ?? [] };
  return {
    redeemed: true,
    record: {
      ...refunded,
      challenge: { ...challenge, redeemedAt: now },
      sources: [...others, seen].slice(-signInPolicy.knownSources),
    },
  };
};

/** When the SMS of a challenge were sent: those since it was created. */
export const smsOf = (record: SignInRecord, challenge: Challenge): readonly Date[] =>
  record.smsSentAt.filter((sentAt) => sentAt >= challenge.createdAt);

/** The record after the phone's account is erased: the budgets stay spent, the networks are removed. */
export const forgetOwner = (record: SignInRecord): SignInRecord => ({ ...record, sources: [] });

/** How long a record is kept after its last change, in milliseconds: no part of it counts for longer. */
export const signInRetention = signInPolicy.knownSourceLifetime;
