import type { SmsSettings } from '@event-platform/adapters-notify';
import type { Environment } from './environment.ts';

/** How SMS are sent, without what the program itself does with them. */
export type SmsConfig = Omit<SmsSettings, 'write' | 'onFailover'>;

/** The settings of the providers; one of which a variable is missing is absent. */
export const smsOf = (env: Environment, publicUrl: string): SmsConfig => ({
  provider: env.SMS_PROVIDER ?? 'console',
  fallback: env.SMS_FALLBACK_PROVIDER,
  appName: env.APP_NAME,
  publicUrl,
  androidAppHash: env.ANDROID_APP_HASH,
  webhookUrl: env.SMS_WEBHOOK_URL,
  webhookSecret: env.SMS_WEBHOOK_SECRET,
  twilio:
    env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN
      ? {
          accountSid: env.TWILIO_ACCOUNT_SID,
          authToken: env.TWILIO_AUTH_TOKEN,
          messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
          from: env.TWILIO_FROM,
          baseUrl: env.TWILIO_BASE_URL,
        }
      : undefined,
  vonage:
    env.VONAGE_API_KEY && env.VONAGE_API_SECRET && env.VONAGE_FROM
      ? {
          apiKey: env.VONAGE_API_KEY,
          apiSecret: env.VONAGE_API_SECRET,
          from: env.VONAGE_FROM,
          baseUrl: env.VONAGE_BASE_URL,
        }
      : undefined,
});
