/**
 * What documents print, or have printed, where a secret stands: everybody knows them. `documentation.test.ts` finds those that
 * are missing here.
 */
const examples: ReadonlySet<string> = new Set([
  '7d1QWmVwYk0yZ3JxT3lKc1p4TnRhVXZiQ2VIaUxmR2s',
  'Zk9xUHJtVnlTd0xjQnVoSm5pRWtUb1JhTWdYZERmWXM',
  'c2lnbi1hbGwtbWVzc2FnZXMtd2l0aC10aGlzLWtleQ',
  'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  'a-long-password',
  'a-password',
  'password',
  'secret',
  'token',
  'key',
]);

/** The secrets of a value: those of a ring without their names, and the password of a URL. */
const secretsIn = (value: string): readonly string[] => {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (url) return [decodeURIComponent(url.password)];
  return value.split(',').map((part) => part.replace(/^(?:[^:]*:|whsec_)/, '').trim());
};

/** Whether a value holds a secret that a document prints. */
export const isPrinted = (value: string): boolean => secretsIn(value).some((secret) => examples.has(secret));

/** The settings that hold secrets. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'REDIS_URL',
  'SMTP_URL',
  'JWT_KEYS',
  'OTP_PEPPER',
  'SMS_WEBHOOK_SECRET',
  'WEBHOOK_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'TWILIO_AUTH_TOKEN',
  'VONAGE_API_KEY',
  'VONAGE_API_SECRET',
  'VAPID_KEYS',
] as const;
