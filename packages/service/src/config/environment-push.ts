import { pushProviderNames } from '@event-platform/adapters-notify';
import { Type } from 'typebox';

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 20_000, description }));
const id = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9]{1,20}$',
    description: 'must be letters and digits, as Apple shows it',
  }),
);
const origin = Type.Optional(Type.String({ format: 'web-url', description: 'must be an http or https URL' }));

/** Variables of pushes. */
export const pushVariables = {
  PUSH: Type.Optional(
    Type.String({
      format: 'push-providers',
      description: `must be a comma-separated list of ${pushProviderNames.join(', ')}`,
    }),
  ),
  FCM_CREDENTIALS: text('must be the JSON of a service account, or the path of its file'),
  FCM_URL: origin,
  APNS_KEY: text('must be the PEM of a .p8 key, or its path'),
  APNS_KEY_ID: id,
  APNS_TEAM_ID: id,
  APNS_TOPIC: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9.-]{1,255}$', description: 'must be the bundle id of the app' }),
  ),
  APNS_URL: Type.Optional(Type.String({ format: 'https-url', description: 'must be an https URL' })),
  EXPO_ACCESS_TOKEN: Type.Optional(
    Type.String({ pattern: '^[\\x21-\\x7e]{1,500}$', description: 'must be a token of Expo' }),
  ),
  EXPO_URL: origin,
  VAPID_KEYS: text('must be public:private, a pair of P-256 in base64url'),
  VAPID_SUBJECT: Type.Optional(
    Type.String({
      pattern: '^(?:mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$',
      maxLength: 500,
      description: 'must be a mailto: or https: URL at which push services reach you',
    }),
  ),
};
