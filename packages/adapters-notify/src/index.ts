export { MailUnavailable } from './email/mail-fault.ts';
export type { ClosableMailer } from './email/smtp-invitation-mailer.ts';
export { type MailSettings, openMail } from './open-mail.ts';
export { openSms, type SmsProviderName, type SmsSettings } from './open-sms.ts';
export { libphonenumberPhoneNumbers } from './phones/libphonenumber-phone-numbers.ts';
export { SmsRejected, SmsUnavailable } from './sms/sms-provider.ts';
export type { TwilioSettings } from './sms/twilio-sms.ts';
export type { VonageSettings } from './sms/vonage-sms.ts';
export { httpWebhookSender, type WebhookSenderSettings } from './webhooks/http-webhook-sender.ts';
