import { after } from '../../time.ts';
import { type PhoneBudgets, signInPolicy, type Wait, waitFor } from '../sign-in-policy.ts';
import { pruneRecord, type SignInRecord } from '../sign-in-record.ts';
import { type Attempt, type CodeState, codeState } from './code-state.ts';
import * as change from './record-changes.ts';

/** What follows: what the use case does next, or why it refuses a guess. */
export type Outcome =
  | ('send' | 'already_sent' | 'too_many' | 'compare' | 'sign_in' | 'repeat' | 'returned')
  | ('code_not_requested' | 'code_expired' | 'code_used' | 'code_wrong' | 'tries_spent' | 'guesses_spent');

export interface Transition<Facts> {
  readonly outcome: Outcome;
  readonly changes: readonly change.RecordChange<Facts>[];
  /** The states that it may lead to; none when it leaves the state. */
  readonly to: readonly CodeState[];
}

type Row<Facts> = Readonly<Record<CodeState, Transition<Facts>>>;

const stay = <Facts>(outcome: Outcome, ...changes: Transition<Facts>['changes']): Transition<Facts> => ({
  outcome,
  changes,
  to: [],
});

/** The transitions of an event: the usual one, and those of states that differ. */
const row = <Facts>(usual: Transition<Facts>, others: Partial<Row<Facts>> = {}): Row<Facts> => ({
  ...{
    none: usual,
    open: usual,
    tried: usual,
    awaited: usual,
    expired: usual,
    redeemed: usual,
    repeatable: usual,
  },
  ...others,
});

const { newCode, noteRequest, countSms, returnSms, countGuess, returnGuess, returnTry } = change;
const { countRepetition, forgetRedemption } = change;

const sendAgain = stay<change.Start>('send', noteRequest, countSms);
const sendNew = { ...sendAgain, changes: [newCode, ...sendAgain.changes], to: ['open'] } as const;
const join = stay<Attempt>('already_sent', noteRequest);
const triesSpent = stay('tries_spent');
const guessesSpent = stay('guesses_spent');
const closed = {
  none: stay('code_not_requested'),
  expired: stay('code_expired'),
  redeemed: stay('code_used'),
};
const compare: Transition<Attempt> = { ...stay('compare', countGuess), to: ['open', 'tried', 'awaited'] };
const late = stay<Attempt>('code_used', returnGuess);
const redeem: Transition<change.RightGuess> = {
  ...stay('sign_in', returnGuess, change.redeemCode, change.knowNetwork),
  to: ['redeemed', 'repeatable'],
};
const repeat: Transition<Attempt> = { ...stay('repeat', returnGuess, forgetRedemption), to: ['redeemed'] };
const returned = stay<Attempt>('returned', returnGuess);
const unjudged = stay<Attempt>('returned', returnGuess, returnTry);
const reopen = { ...unjudged, to: ['open'] } as const;

/**
 * Sign-in by code: what each event does to the record of a phone in each state of its code, and what follows. The
 * store's conditional write decides which of two events comes first (ADR 0033).
 */
export const transitions = {
  /** A code is requested; also within the pause after an SMS, and when the phone's SMS are spent. */
  start: row<change.Start>(sendNew, { open: sendAgain, awaited: join }),
  startWithinPause: row<change.Start>(join, { none: sendNew }),
  startOverBudget: row<Attempt>(stay('too_many'), { awaited: join }),
  /** A budget of all phones or the provider refused the SMS. */
  smsNotSent: row<Attempt>(stay('returned', returnSms)),
  /** A code is entered; also when the phone's wrong guesses are spent. */
  guess: row<Attempt>(triesSpent, {
    ...closed,
    open: compare,
    repeatable: stay<Attempt>('compare', countRepetition),
  }),
  guessOverBudget: row<Attempt>(triesSpent, { ...closed, open: guessesSpent, repeatable: guessesSpent }),
  /** The guesses of all phones are spent, and the caller has no proof of work. */
  guessNotAdmitted: row<Attempt>(reopen, {
    none: returned,
    repeatable: returned,
    expired: unjudged,
    redeemed: unjudged,
  }),
  wrongCode: row<Attempt>(stay('code_wrong')),
  rightCode: row<change.RightGuess>(redeem, { none: late, redeemed: late, repeatable: repeat }),
};

/** The record after an event, or null when nothing changes, and what follows. */
export const transition = <Facts extends Attempt>(event: Row<Facts>, record: SignInRecord, facts: Facts) => {
  const { changes, outcome } = event[codeState(record, facts)];
  const changed = changes.reduce((before, change) => change(before, facts), record);
  return { record: changed === record ? null : pruneRecord(changed, facts.at), outcome };
};

/** Which event a start is. @param wait for the next SMS of the phone */
export const startEvent = ({ sms }: SignInRecord, { at }: Attempt, wait: Wait | null) => {
  const lastSms = [sms.known.at(-1), sms.unknown.at(-1)];
  if (lastSms.some((last) => last && at < after(last, signInPolicy.smsPause)))
    return transitions.startWithinPause;
  return wait ? transitions.startOverBudget : transitions.start;
};

/** Which event a guess is. */
export const guessEvent = ({ guesses }: SignInRecord, { kind, at }: Attempt, budgets: PhoneBudgets) =>
  waitFor(guesses[kind], budgets.guesses[kind], at) ? transitions.guessOverBudget : transitions.guess;
