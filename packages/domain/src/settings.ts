import type { PushProviders } from './devices/device.ts';
import { platforms } from './devices/platform.ts';

/** The rules that the operator sets. */
export interface DomainSettings {
  /** The most SMS per UTC day that are not followed by a sign-in. */
  readonly smsDailyBudget: number;
  /** The most SMS per UTC day altogether. */
  readonly smsDailyCap: number;
  /** Whether guests whom nothing else reaches are told by SMS of what is cancelled, or moved at short notice. */
  readonly noticeSms: 'off' | 'cancelled';
  /** The most of these SMS per UTC day. */
  readonly noticeSmsDailyCap: number;
  /** The most invitation mails of an organizer per UTC day. */
  readonly emailDailyCap: number;
  /** ISO 3166-1 alpha-2 codes of the countries that SMS go to; empty means all. */
  readonly smsCountries: readonly string[];
  /** Numbers of app-store reviewers: E.164 to its fixed code, valid until an instant; they get no SMS. */
  readonly testPhones: { readonly codes: Readonly<Record<string, string>>; readonly until: Date } | null;
  /**
   * E.164 numbers without budgets for SMS and wrong guesses; the pause between two SMS and the tries per code
   * apply to them too. For demo accounts of a development service, empty otherwise.
   */
  readonly trialPhones: readonly string[];
  /** Multiplies the limits of the account policy; 0 turns them off. */
  readonly quotaScale: number;
  /** How many events an account may make a day instead of what the policy says, by user id; not multiplied. */
  readonly eventQuotas: Readonly<Record<string, number>>;
  /** Whether addresses of pictures elsewhere have to be https. */
  readonly picturesAreHttps: boolean;
  /** Whether webhooks may have http addresses of this machine, for development. */
  readonly allowLoopbackWebhooks: boolean;
  readonly push: PushProviders;
  /** The base of links, without a slash at its end. */
  readonly publicUrl: string;
}

export const defaultSettings: DomainSettings = {
  smsDailyBudget: 1_000,
  smsDailyCap: 10_000,
  noticeSms: 'off',
  noticeSmsDailyCap: 200,
  emailDailyCap: 1_000,
  smsCountries: [],
  testPhones: null,
  trialPhones: [],
  quotaScale: 1,
  eventQuotas: {},
  picturesAreHttps: false,
  allowLoopbackWebhooks: false,
  push: { platforms, webPublicKey: null },
  publicUrl: 'http://localhost:3000',
};
