import type { Dependencies } from '../../dependencies.ts';
import { type Budget, refuseUntil } from '../../problem.ts';
import type { SpanCharge } from '../../quotas/charge.ts';
import type { DomainSettings } from '../../settings.ts';
import { nextUtcDay, utcDay } from '../../time.ts';
import type { SentSms } from '../challenge.ts';
import { signInPolicy } from '../sign-in-policy.ts';
import { type SmsShare, shareKey, smsShares } from './sms-shares.ts';

type Quotas = Dependencies['stores']['quotas'];

export interface SmsToCharge extends SentSms {
  readonly phone: string;
  /** ISO 3166-1 alpha-2, or null for a number of no country. */
  readonly country: string | null;
}

interface SmsCharge extends SpanCharge {
  readonly budget: Budget;
}

/** One SMS of a UTC day. */
const oneSms = (budget: Budget, key: string, limit: number, at: Date): SmsCharge => ({
  budget,
  key,
  amount: 1,
  limit,
  until: nextUtcDay(at),
});

const shareBudgets = {
  owners: 'account-sms',
  accounts: 'account-sms',
  networks: 'network-sms',
  unknownCallers: 'stranger-sms',
} as const satisfies Record<SmsShare, Budget>;

/** The budgets that an SMS counts against until a sign-in follows: its share's, and its number block's in it. */
const unconvertedCharges = (
  phone: string,
  { at, share }: SentSms,
  settings: DomainSettings,
): readonly SmsCharge[] => {
  const key = shareKey(share, at);
  const block = phone.slice(0, -signInPolicy.numberBlockDigits);
  return [
    oneSms(shareBudgets[share], key, smsShares(settings)[share], at),
    oneSms('number-block-sms', `${key}:${block}`, signInPolicy.smsPerNumberBlock, at),
  ];
};

/** The budgets that every SMS counts against. */
const caps = ({ country, at }: SmsToCharge, { smsDailyCap }: DomainSettings): readonly SmsCharge[] => {
  const key = `sms-cap:${utcDay(at)}`;
  const ofCountry = Math.ceil(smsDailyCap * signInPolicy.capPerCountry);
  return [
    oneSms('country-sms', `${key}:${country ?? 'none'}`, ofCountry, at),
    oneSms('daily-sms', key, smsDailyCap, at),
  ];
};

const chargesOf = (sms: SmsToCharge, settings: DomainSettings): readonly SmsCharge[] => [
  ...unconvertedCharges(sms.phone, sms, settings),
  ...caps(sms, settings),
];

/**
 * Charges one SMS to every budget or, when one is spent, to none and throws `rate_limited`.
 * @param free how much of the share may be spent by this SMS, when it is not all of it; `'needs_proof'` when
 *   that is spent but the share is not
 */
export const chargeSms = async (
  quotas: Quotas,
  sms: SmsToCharge,
  settings: DomainSettings,
  free = Number.POSITIVE_INFINITY,
): Promise<'charged' | 'needs_proof'> => {
  const share = shareBudgets[sms.share];
  const shareLimit = smsShares(settings)[sms.share];
  const { refusal } = await quotas.takeAll(
    chargesOf(sms, settings).map((charge) =>
      charge.budget === share ? { ...charge, limit: Math.min(shareLimit, free) } : charge,
    ),
    sms.at,
  );
  if (!refusal) return 'charged';
  const { budget } = refusal.charge;
  if (budget === share && refusal.taken < shareLimit) return 'needs_proof';
  throw refuseUntil(
    budget,
    'No more codes can be sent to numbers like this one today.',
    budget === share ? shareLimit : refusal.limit,
    sms.at,
    refusal.until,
  );
};

/** Returns an SMS that was never sent to all its budgets. */
export const returnUnsent = async (
  quotas: Quotas,
  sms: SmsToCharge,
  settings: DomainSettings,
): Promise<void> => {
  await Promise.all(chargesOf(sms, settings).map(({ key }) => quotas.giveBack(key, 1)));
};

/** Returns SMS that led to a sign-in to the budgets of unconverted ones. */
export const returnConverted = async (
  quotas: Quotas,
  phone: string,
  sms: readonly SentSms[],
  settings: DomainSettings,
): Promise<void> => {
  const charges = sms.flatMap((one) => unconvertedCharges(phone, one, settings));
  await Promise.all(charges.map(({ key }) => quotas.giveBack(key, 1)));
};
