import { after } from '../time.ts';
import {
  type Challenge,
  challengeState,
  isAwaited,
  newChallenge,
  requestedBy,
  type SentSms,
} from './challenge.ts';
import { type CallerKind, type PhoneBudgets, signInPolicy, waitFor } from './sign-in-policy.ts';
import { pruneRecord, type SignInRecord, withList, without } from './sign-in-record.ts';

export interface RequestCode {
  readonly kind: CallerKind;
  /** The share that an SMS would count against. */
  readonly share: SentSms['share'];
  /** Names a new challenge, should there be one. */
  readonly fresh: Pick<Challenge, 'id' | 'codeKey'>;
  readonly now: Date;
}

export type CodeRequest =
  | { readonly outcome: 'send'; readonly record: SignInRecord; readonly challenge: Challenge }
  /** `record` is null when nothing changed. */
  | {
      readonly outcome: 'already_sent';
      readonly record: SignInRecord | null;
      readonly challenge: Challenge;
    }
  | { readonly outcome: 'too_many'; readonly record: null; readonly retryAt: Date; readonly limit: number };

/**
 * Requests a code. Within the pause after an SMS nothing is sent; an open challenge is sent again, with its
 * tries; otherwise a new one is. A challenge that the caller's kind has used up is not replaced while the other
 * kind awaits it, and not sent again either.
 */
export const requestCode = (
  record: SignInRecord,
  { kind, share, fresh, now }: RequestCode,
  { sms }: Pick<PhoneBudgets, 'sms'> = signInPolicy,
): CodeRequest => {
  const { challenge } = record;
  const isOpen = challenge !== null && challengeState(challenge, kind, now) === 'open';
  if (challenge && (isPaused(record, now) || (!isOpen && isAwaited(challenge, kind, now)))) {
    const challengeOfKind = requestedBy(challenge, kind);
    const newRecord =
      challengeOfKind === challenge ? null : { ...pruneRecord(record, now), challenge: challengeOfKind };
    return { outcome: 'already_sent', record: newRecord, challenge: challengeOfKind };
  }
  const wait = waitFor(record.sms[kind], sms[kind], now);
  if (wait) return { outcome: 'too_many', record: null, retryAt: wait.until, limit: wait.limit };
  const challengeOfKind = requestedBy(isOpen ? challenge : newChallenge(fresh, now), kind);
  const afterSms = { ...challengeOfKind, sms: [...challengeOfKind.sms, { at: now, share }] };
  const recordOfSms = withList(pruneRecord(record, now), 'sms', kind, (events) => [...events, now]);
  return { outcome: 'send', challenge: afterSms, record: { ...recordOfSms, challenge: afterSms } };
};

const isPaused = ({ sms }: SignInRecord, now: Date): boolean =>
  [sms.known.at(-1), sms.unknown.at(-1)].some((last) => last && now < after(last, signInPolicy.smsPause));

/** Removes the SMS of `sentAt`, which was not sent. */
export const withoutSms = (record: SignInRecord, kind: CallerKind, sentAt: Date): SignInRecord => {
  const refundedRecord = withList(record, 'sms', kind, (events) => without(events, sentAt));
  const { challenge } = record;
  if (!challenge) return refundedRecord;
  const sms = challenge.sms.filter(({ at }) => at.getTime() !== sentAt.getTime());
  return { ...refundedRecord, challenge: { ...challenge, sms } };
};
