import type { Challenge, Redemption, SentSms } from '../challenge.ts';
import { type CallerKind, signInPolicy } from '../sign-in-policy.ts';
import type { SignInRecord } from '../sign-in-record.ts';
import type { Attempt } from './code-state.ts';

/** A start, the share that its SMS counts against, and the name of a new challenge, should there be one. */
export interface Start extends Attempt {
  readonly share: SentSms['share'];
  readonly fresh: Pick<Challenge, 'id' | 'codeKey'>;
}

/** A right guess: the network that it came from, and when it was compared. */
export interface RightGuess extends Attempt {
  readonly network: string;
  readonly now: Date;
  /** Of the sign-in that follows, if its answer can be repeated. */
  readonly redemption: Redemption | null;
}

/** One change of a record for an attempt; `transitions.ts` says when each is made. */
export type RecordChange<Facts> = (record: SignInRecord, facts: Facts) => SignInRecord;

const withChallenge = (record: SignInRecord, change: (challenge: Challenge) => Partial<Challenge>) => {
  const { challenge } = record;
  return challenge ? { ...record, challenge: { ...challenge, ...change(challenge) } } : record;
};

const withTries = (record: SignInRecord, kind: CallerKind, more: number) =>
  withChallenge(record, ({ tries }) => ({ tries: { ...tries, [kind]: tries[kind] + more } }));

const withList = (
  record: SignInRecord,
  list: 'sms' | 'guesses',
  kind: CallerKind,
  change: (events: readonly Date[]) => readonly Date[],
): SignInRecord => ({ ...record, [list]: { ...record[list], [kind]: change(record[list][kind]) } });

const isAt = (at: Date) => (event: Date) => event.getTime() === at.getTime();

/** The events without one at that instant. */
const without = (events: readonly Date[], at: Date): readonly Date[] => {
  const index = events.findIndex(isAt(at));
  return index < 0 ? events : events.toSpliced(index, 1);
};

export const newCode: RecordChange<Start> = (record, { fresh, at: createdAt }) => {
  const tries = { known: 0, unknown: 0 };
  return {
    ...record,
    challenge: { ...fresh, createdAt, tries, requestedBy: [], sms: [], redeemedAt: null, redemption: null },
  };
};

export const noteRequest: RecordChange<Attempt> = (record, { kind }) =>
  record.challenge?.requestedBy.includes(kind)
    ? record
    : withChallenge(record, ({ requestedBy }) => ({ requestedBy: [...requestedBy, kind] }));

export const countSms: RecordChange<Start> = (record, { kind, at, share }) => {
  const counted = withList(record, 'sms', kind, (events) => [...events, at]);
  return withChallenge(counted, ({ sms }) => ({ sms: [...sms, { at, share }] }));
};

export const returnSms: RecordChange<Attempt> = (record, { kind, at }) => {
  const returned = withList(record, 'sms', kind, (events) => without(events, at));
  return withChallenge(returned, ({ sms }) => ({ sms: sms.filter((one) => !isAt(at)(one.at)) }));
};

export const countGuess: RecordChange<Attempt> = (record, { kind, at }) =>
  withList(withTries(record, kind, 1), 'guesses', kind, (events) => [...events, at]);

export const returnGuess: RecordChange<Attempt> = (record, { kind, at }) =>
  withList(record, 'guesses', kind, (events) => without(events, at));

export const returnTry: RecordChange<Attempt> = (record, { kind }) => withTries(record, kind, -1);

export const redeemCode: RecordChange<RightGuess> = (record, { now, redemption }) =>
  withChallenge(record, () => ({ redeemedAt: now, redemption }));

/** The code takes no tries any more. */
export const countRepetition: RecordChange<Attempt> = (record, { kind, at }) =>
  withList(record, 'guesses', kind, (events) => [...events, at]);

export const forgetRedemption: RecordChange<Attempt> = (record) =>
  withChallenge(record, () => ({ redemption: null }));

export const knowNetwork: RecordChange<RightGuess> = (record, { network, now: signedInAt }) => {
  const others = record.networks.filter((entry) => entry.network !== network);
  return { ...record, networks: [...others, { network, signedInAt }].slice(-signInPolicy.knownNetworks) };
};
