import type { CodeSender, SmsSender } from '@event-platform/domain';
import { type SignInSmsSettings, signInSms } from './messages/sign-in-sms.ts';
import { consoleSms } from './sms/console-sms.ts';
import { failoverSms } from './sms/failover-sms.ts';
import { smsCodeSender } from './sms/sms-code-sender.ts';
import type { SmsProvider, SmsUnavailable } from './sms/sms-provider.ts';
import { smsTextSender } from './sms/sms-text-sender.ts';
import { type TwilioSettings, twilioSms } from './sms/twilio-sms.ts';
import { type VonageSettings, vonageSms } from './sms/vonage-sms.ts';
import { webhookSms } from './sms/webhook-sms.ts';

export type SmsProviderName = 'console' | 'webhook' | 'twilio' | 'vonage';

export interface SmsSettings extends SignInSmsSettings {
  readonly provider: SmsProviderName;
  /** Takes over while `provider` is unavailable. */
  readonly fallback?: SmsProviderName | undefined;
  readonly webhookUrl?: string | undefined;
  /** Key of the webhook's signature. */
  readonly webhookSecret?: string | undefined;
  readonly twilio?: TwilioSettings | undefined;
  readonly vonage?: VonageSettings | undefined;
  /** Where the provider `console` prints. */
  readonly write: (line: string) => void;
  /** Told each time the fallback has to take over; the error is free of personal data. */
  readonly onFailover?: ((error: SmsUnavailable) => void) | undefined;
}

const settingsOf = <T>(name: SmsProviderName, settings: T | undefined): T => {
  if (!settings) throw new Error(`The SMS provider ${name} lacks its settings`);
  return settings;
};

const open: Readonly<Record<SmsProviderName, (settings: SmsSettings) => SmsProvider>> = {
  console: ({ write }) => consoleSms(write),
  webhook: ({ webhookUrl, webhookSecret }) =>
    webhookSms({ url: settingsOf('webhook', webhookUrl), secret: settingsOf('webhook', webhookSecret) }),
  twilio: ({ twilio }) => twilioSms(settingsOf('twilio', twilio)),
  vonage: ({ vonage }) => vonageSms(settingsOf('vonage', vonage)),
};

/**
 * Opens the sender of sign-in codes to phones. The sender rejects with SmsRejected, SmsUnavailable or
 * CodeTimeout, after 12 s at the latest; none holds the phone or the code.
 *
 * @throws Error at once when a chosen provider lacks settings.
 */
export const openSms = (settings: SmsSettings): CodeSender & SmsSender => {
  const primary = open[settings.provider](settings);
  const provider =
    settings.fallback && settings.fallback !== settings.provider
      ? failoverSms(primary, open[settings.fallback](settings), { onFailover: settings.onFailover })
      : primary;
  return { ...smsCodeSender(provider, signInSms(settings)), ...smsTextSender(provider) };
};
