import type { DomainSettings } from '../settings.ts';
import { day, hour, minute, second } from '../time.ts';

/** The bounds of sign-in; ADR 0004 derives them. Spans in milliseconds. */
export const signInPolicy = {
  challengeLifetime: 5 * minute,
  triesPerChallenge: 3,
  /** Wrong guesses from networks that never signed in to the phone. */
  unknownGuesses: [
    { limit: 6, span: day },
    { limit: 20, span: 30 * day },
  ],
  /** Wrong guesses from one network that did, within `knownSourceLifetime`. */
  knownGuesses: [{ limit: 4, span: day }],
  knownSourceLifetime: 90 * day,
  /** The most known networks of a phone; a further one replaces the least recently used. */
  knownSources: 20,
  smsPause: 30 * second,
  smsCaps: [
    { limit: 5, span: hour },
    { limit: 10, span: day },
  ],
  /** Unconverted SMS a day to numbers that share all but the last four digits. */
  smsPerNumberBlock: 200,
  numberBlockDigits: 4,
  /** Calls of the start route from one address, in any such span. */
  startCalls: { limit: 5, span: 10 * minute },
} as const;

/** The budgets of one phone. */
export type PhoneBudgets = Readonly<
  Record<'smsCaps' | 'unknownGuesses' | 'knownGuesses', readonly SpanLimit[]>
>;

const noBudgets: PhoneBudgets = { smsCaps: [], unknownGuesses: [], knownGuesses: [] };

/** The budgets of SMS to a phone and of wrong guesses of its codes. */
export const phoneBudgets = ({ trialPhones }: DomainSettings, phone: string): PhoneBudgets =>
  trialPhones.includes(phone) ? noBudgets : signInPolicy;

/** A budget of events: at most `limit` in any `span`. */
export interface SpanLimit {
  readonly limit: number;
  readonly span: number;
}

/**
 * When every budget allows one more event, with the limit of the budget that allows it last; null when all
 * allow it now.
 */
export const waitFor = (
  events: readonly Date[],
  budgets: readonly SpanLimit[],
  now: Date,
): { readonly until: Date; readonly limit: number } | null => {
  let wait: { readonly until: Date; readonly limit: number } | null = null;
  for (const { limit, span } of budgets) {
    const recent = events.filter((event) => event.getTime() > now.getTime() - span);
    const blocking = recent[recent.length - limit];
    const until = blocking && new Date(blocking.getTime() + span);
    if (until && (!wait || until > wait.until)) wait = { until, limit };
  }
  return wait;
};
