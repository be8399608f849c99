import type { Dependencies } from '../dependencies.ts';
import { type Budget, refuseUntil } from '../problem.ts';
import type { DomainSettings } from '../settings.ts';
import { nextUtcDay, utcDay } from '../time.ts';
import type { SentSms } from './challenge.ts';
import { signInPolicy } from './sign-in-policy.ts';
import { type SmsShare, shareKey, smsShares } from './sms-shares.ts';

type Quotas = Dependencies['stores']['quotas'];

/** An SMS that is about to be sent. */
export interface SmsToCharge extends SentSms {
  readonly phone: string;
  /** ISO 3166-1 alpha-2, or null for a number of no country. */
  readonly country: string | null;
}

interface Charge {
  readonly budget: Budget;
  readonly key: string;
  readonly limit: number;
}

const shareBudgets = {
  accounts: 'account-sms',
  networks: 'network-sms',
  strangers: 'stranger-sms',
} as const satisfies Record<SmsShare, Budget>;

/** The budgets that an SMS counts against until a sign-in follows: its share's, and its number block's in it. */
const unconverted = (phone: string, { at, share }: SentSms, settings: DomainSettings): readonly Charge[] => [
  { budget: shareBudgets[share], key: shareKey(share, at), limit: smsShares(settings)[share] },
  {
    budget: 'number-block-sms',
    key: `${shareKey(share, at)}:${phone.slice(0, -signInPolicy.numberBlockDigits)}`,
    limit: signInPolicy.smsPerNumberBlock,
  },
];

/** The budgets that every SMS counts against. */
const caps = ({ country, at }: SmsToCharge, { smsDailyCap }: DomainSettings): readonly Charge[] => [
  {
    budget: 'country-sms',
    key: `sms-cap:${utcDay(at)}:${country ?? 'none'}`,
    limit: Math.ceil(smsDailyCap * signInPolicy.capPerCountry),
  },
  { budget: 'daily-sms', key: `sms-cap:${utcDay(at)}`, limit: smsDailyCap },
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
  const until = nextUtcDay(sms.at);
  const charged: string[] = [];
  for (const { budget, key, limit } of [...unconverted(sms.phone, sms, settings), ...caps(sms, settings)]) {
    const allowed = charged.length === 0 ? Math.min(limit, free) : limit;
    if (await quotas.take(key, 1, allowed, until)) {
      charged.push(key);
      continue;
    }
    for (const taken of charged) await quotas.giveBack(taken, 1);
    if (allowed < limit && (await quotas.taken(key)) < limit) return 'needs_proof';
    throw refuseUntil(
      budget,
      'No more codes can be sent to numbers like this one today.',
      limit,
      sms.at,
      until,
    );
  }
  return 'charged';
};

/** Returns an SMS that was never sent to all its budgets. */
export const returnUnsent = async (
  quotas: Quotas,
  sms: SmsToCharge,
  settings: DomainSettings,
): Promise<void> => {
  const charges = [...unconverted(sms.phone, sms, settings), ...caps(sms, settings)];
  await Promise.all(charges.map(({ key }) => quotas.giveBack(key, 1)));
};

/** Returns SMS that led to a sign-in to the budgets of unconverted ones. */
export const returnConverted = async (
  quotas: Quotas,
  phone: string,
  sms: readonly SentSms[],
  settings: DomainSettings,
): Promise<void> => {
  const charges = sms.flatMap((one) => unconverted(phone, one, settings));
  await Promise.all(charges.map(({ key }) => quotas.giveBack(key, 1)));
};
