import type { Dependencies } from '../dependencies.ts';
import type { ChallengeId } from '../ids.ts';
import type { PhoneNumber, PhoneNumbers } from '../ports/phone-numbers.ts';
import { DomainError, refuseInput, refuseUntil } from '../problem.ts';
import type { DomainSettings } from '../settings.ts';
import { changeSignIn } from './change-sign-in.ts';
import { phoneBudgets } from './sign-in-policy.ts';
import { requestCode, withoutSms } from './sign-in-record.ts';
import { chargeSms, returnSms } from './sms-budgets.ts';
import { testCode } from './test-phones.ts';

/** `phone` in any international form. */
export interface StartSignIn {
  readonly phone: string;
}

export interface SignInStarted {
  readonly requestId: ChallengeId;
}

/** How long a client should wait when no provider takes an SMS. */
const providerPauseSeconds = 30;

/**
 * Sends a sign-in code to a phone; answers the same for known and unknown phones. Throws `invalid_request`
 * (no number, or one that SMS must not go to), `rate_limited` (a budget is spent) and `unavailable` (no
 * provider took the SMS; nothing is charged).
 */
export const startSignIn =
  ({ stores, clock, ids, codes, phones, codeSender, settings }: Dependencies) =>
  async (command: StartSignIn): Promise<SignInStarted> => {
    const phone = reachable(phones, command.phone, settings).e164;
    const now = clock.now();
    const budgets = phoneBudgets(settings, phone);
    const fresh = { id: ids.next() as ChallengeId, codeKey: codes.currentKey };
    const { outcome: request } = await changeSignIn(stores.signIns, phone, (record) => {
      const outcome = requestCode(record, fresh, now, budgets);
      return { outcome, record: outcome.kind === 'send' ? outcome.record : null };
    });
    if (request.kind === 'too_many')
      throw refuseUntil(
        'phone-sms',
        'Too many codes were sent to this phone.',
        request.limit,
        now,
        request.retryAt,
      );
    const { challenge } = request;
    if (request.kind === 'already_sent' || testCode(settings, phone, now)) return { requestId: challenge.id };

    const uncount = () =>
      changeSignIn(stores.signIns, phone, (record) => ({
        record: withoutSms(record, now),
        outcome: undefined,
      }));
    try {
      await chargeSms(stores.quotas, phone, now, settings);
    } catch (refusal) {
      await uncount();
      throw refusal;
    }
    try {
      const id = `${challenge.id}-${now.getTime()}`;
      await codeSender.sendCode({ id, phone, code: codes.derive(challenge, phone) });
    } catch {
      await returnSms(stores.quotas, phone, [now], settings);
      await uncount();
      throw new DomainError({ code: 'unavailable', retryAfterSeconds: providerPauseSeconds });
    }
    return { requestId: challenge.id };
  };

const reachable = (
  phones: PhoneNumbers,
  text: string,
  { smsCountries, testPhones }: DomainSettings,
): PhoneNumber => {
  const phone = phones.parse(text);
  if (!phone) throw refuseInput({ path: '/phone', message: 'must be a phone number in E.164 form' });
  if (testPhones && Object.hasOwn(testPhones.codes, phone.e164)) return phone;
  const served =
    smsCountries.length === 0 || (phone.country !== null && smsCountries.includes(phone.country));
  if (!phone.mayReceiveSms || !served)
    throw refuseInput({ path: '/phone', message: 'must be a number that this service sends SMS to' });
  return phone;
};
