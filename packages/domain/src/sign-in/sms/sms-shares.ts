import type { DomainSettings } from '../../settings.ts';
import { after, utcDay } from '../../time.ts';
import type { User } from '../../users/user.ts';
import { type CallerKind, signInPolicy } from '../sign-in-policy.ts';

/**
 * The shares of the day's unconverted SMS: to phones with an account for callers known to that very phone and for all
 * others, for networks that a sign-in came from lately, and for strangers. A spent share refuses its own kind alone.
 */
export const smsShareNames = ['owners', 'accounts', 'networks', 'unknownCallers'] as const;

export type SmsShare = (typeof smsShareNames)[number];

/** The SMS of each share: two quarters, a quarter and the rest. */
export const smsShares = ({
  smsDailyBudget,
}: Pick<DomainSettings, 'smsDailyBudget'>): Readonly<Record<SmsShare, number>> => {
  const ofAccounts = Math.floor(smsDailyBudget / 2);
  const owners = Math.floor(ofAccounts / 2);
  const accounts = ofAccounts - owners;
  const networks = Math.floor(smsDailyBudget / 4);
  return { owners, accounts, networks, unknownCallers: smsDailyBudget - ofAccounts - networks };
};

/** The quota of a share on the day of an instant. */
export const shareKey = (share: SmsShare, at: Date): string => `sms:${utcDay(at)}:${share}`;

/** The share that an SMS for this caller counts against. */
export const shareOf = async (
  signInNetworks: { isKnown(network: string, since: Date): Promise<boolean> },
  account: User | null,
  network: string | undefined,
  kind: CallerKind,
  now: Date,
): Promise<SmsShare> => {
  if (account) return kind === 'known' ? 'owners' : 'accounts';
  if (network === undefined) return 'unknownCallers';
  const since = after(now, -signInPolicy.knownNetworkLifetime);
  return (await signInNetworks.isKnown(network, since)) ? 'networks' : 'unknownCallers';
};

/** The shares of callers who prove work from half of them on: nothing tells them from an attacker. */
export type GuardedShare = Extract<SmsShare, 'accounts' | 'unknownCallers'>;

export const isGuarded = (share: SmsShare): share is GuardedShare =>
  share === 'accounts' || share === 'unknownCallers';

/** How much of a share is spent today. */
export interface ShareUse {
  readonly share: SmsShare;
  readonly used: number;
  readonly limit: number;
}

/** The use of each share on the day of `now`, for the operator. */
export const smsShareUse = (
  quotas: { amountTaken(key: string): Promise<number> },
  settings: DomainSettings,
  now: Date,
): Promise<readonly ShareUse[]> => {
  const limits = smsShares(settings);
  return Promise.all(
    smsShareNames.map(async (share) => ({
      share,
      used: await quotas.amountTaken(shareKey(share, now)),
      limit: limits[share],
    })),
  );
};
