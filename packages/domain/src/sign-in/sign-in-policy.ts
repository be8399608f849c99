import type { DomainSettings } from '../settings.ts';
import { day, hour, minute, second } from '../time.ts';

/** Callers of a phone: those it knows, by their network or their device, and all others. */
export const callerKinds = ['known', 'unknown'] as const;

export type CallerKind = (typeof callerKinds)[number];

/** One value for each kind of caller. */
export type ByKind<Value> = Readonly<Record<CallerKind, Value>>;

/** A budget of events: at most `limit` in any `span`. */
export interface SpanLimit {
  readonly limit: number;
  readonly span: number;
  /** What is allowed all the same once the limit is reached. */
  readonly afterwards?: SpanLimit;
}

const bound = (limit: number, span: number): SpanLimit => ({ limit, span });

/** The bounds of sign-in; ADR 0033 derives them. Spans in milliseconds. */
export const signInPolicy = {
  /** For how long the answer to a right code can be asked for again. */
  repeatWindow: 2 * minute,
  challengeLifetime: 5 * minute,
  /** Guesses of one code, for each kind of caller. */
  triesPerChallenge: 3,
  /** Wrong guesses of the codes of one phone. Together 10 in 24 hours: a takeover stays below 0.1 % a day. */
  guesses: {
    // Who has spent the second one counts as unknown.
    known: [bound(4, day), bound(12, 30 * day)],
    // The last one lets an owner in who meets a spent budget: it opens again within a day.
    unknown: [bound(6, day), { ...bound(20, 30 * day), afterwards: bound(1, day) }],
  },
  /** SMS to one phone. */
  sms: {
    known: [bound(3, hour), bound(6, day)],
    unknown: [bound(5, hour), bound(10, day)],
  },
  smsPause: 30 * second,
  /** For how long a sign-in makes its network known, to the phone and to the service. */
  knownNetworkLifetime: 90 * day,
  /** The most known networks of a phone; a further one replaces the least recently used. */
  knownNetworks: 20,
  /**
   * Wrong guesses a UTC day of the codes of all phones with an account together, by callers without a known
   * device: 300 guesses find 0.03 accounts. Of either, one network (/16 of IPv4, /32 of IPv6) has at most 50.
   */
  guessesOfAllPhones: { known: 100, unknown: 200, perWideNetwork: 50 },
  /** Unconverted SMS a day of one share to numbers that share all but the last four digits. */
  smsPerNumberBlock: 200,
  numberBlockDigits: 4,
  /** The part of `smsDailyCap` that one country has. */
  capPerCountry: 1 / 5,
  proof: {
    /** The part of the unknown callers' share that is spent without proofs of work. */
    freePart: 1 / 2,
    /** Work of an ordinary phone, in seconds: for the first proof of a day, and for the last one. */
    leastSeconds: 0.3,
    mostSeconds: 10,
    lifetime: 5 * minute,
  },
  /** Calls of the start route in any such span, by the width of the caller's network in bits. */
  startCalls: {
    span: 10 * minute,
    ipv4: [
      { bits: 32, limit: 5 },
      { bits: 24, limit: 40 },
      { bits: 16, limit: 400 },
    ],
    ipv6: [
      { bits: 64, limit: 5 },
      { bits: 56, limit: 10 },
      { bits: 48, limit: 20 },
      { bits: 32, limit: 200 },
    ],
  },
} as const;

export interface PhoneBudgets {
  readonly sms: ByKind<readonly SpanLimit[]>;
  readonly guesses: ByKind<readonly SpanLimit[]>;
}

const none = { known: [], unknown: [] } as const;
const noBudgets: PhoneBudgets = { sms: none, guesses: none };

/** The budgets of SMS to a phone and of wrong guesses of its codes. */
export const phoneBudgets = ({ trialPhones }: DomainSettings, phone: string): PhoneBudgets =>
  trialPhones.includes(phone) ? noBudgets : signInPolicy;

/** When a spent budget allows one more event, and its limit. */
export interface Wait {
  readonly until: Date;
  readonly limit: number;
}

const waitForOne = (
  events: readonly Date[],
  { limit, span, afterwards }: SpanLimit,
  now: Date,
): Wait | null => {
  const recent = events.filter((event) => event.getTime() > now.getTime() - span);
  const blocking = recent[recent.length - limit];
  if (!blocking) return null;
  const wait = { until: new Date(blocking.getTime() + span), limit };
  if (!afterwards) return wait;
  const shorter = waitForOne(events, afterwards, now);
  return shorter && (shorter.until < wait.until ? shorter : wait);
};

/**
 * When every budget allows one more event, with the limit of the budget that allows it last; null when all
 * allow it now.
 */
export const waitFor = (events: readonly Date[], budgets: readonly SpanLimit[], now: Date): Wait | null => {
  let wait: Wait | null = null;
  for (const budget of budgets) {
    const one = waitForOne(events, budget, now);
    if (one && (!wait || one.until > wait.until)) wait = one;
  }
  return wait;
};
