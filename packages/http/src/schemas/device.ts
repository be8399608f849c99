import { type Device, devicePolicy, limits, platforms } from '@event-platform/domain';
import { type Static, Type } from 'typebox';
import { namedShape, nullable, oneOf, timestamp, uuid } from './common/shapes.ts';

const platform = oneOf([...platforms], {
  description: 'Whose service carries its pushes; `apns_sandbox` for builds of Xcode.',
  examples: ['fcm'],
});
const locale = Type.String({
  maxLength: limits.localeLength,
  description: 'The language of its pushes where the profile has none (BCP 47).',
  examples: ['de-CH'],
});

const subscription = Type.Object({
  endpoint: Type.String({ maxLength: limits.urlLength, description: 'Where pushes are posted: https.' }),
  keys: Type.Object({
    p256dh: Type.String({ maxLength: 100, description: 'The public key of the browser.' }),
    auth: Type.String({ maxLength: 100, description: 'Its secret.' }),
  }),
});

export const RegisterDeviceBody = Type.Object(
  {
    platform,
    token: Type.Union([Type.String({ minLength: 1, maxLength: limits.pushTokenLength }), subscription], {
      description: 'The token of the provider; for `web` the `PushSubscription` as JSON.',
      examples: ['dKx1…:APA91b…'],
    }),
    locale: Type.Optional(locale),
    appVersion: Type.Optional(
      nullable(
        Type.String({ maxLength: limits.appVersionLength, description: 'Of the app.', examples: ['1.4.0'] }),
      ),
    ),
  },
  { title: 'RegisterDeviceRequest' },
);

export const DeviceShape = namedShape(
  'Device',
  {
    id: uuid('Id of the device, which the app made.'),
    platform,
    locale,
    appVersion: nullable(
      Type.String({
        description: 'As the app told.',
        examples: ['1.4.0'],
      }),
    ),
    createdAt: timestamp('When it was registered first.'),
    lastSeenAt: timestamp(`When it was registered last, within ${devicePolicy.seenStep / 3_600_000} hours.`),
  },
  'A phone or browser that is told of notices.',
);

export const presentDevice = (device: Device): Static<typeof DeviceShape> => ({
  id: device.id,
  platform: device.platform,
  locale: device.locale,
  appVersion: device.appVersion,
  createdAt: device.createdAt.toISOString(),
  lastSeenAt: device.lastSeenAt.toISOString(),
});

export const PushShape = namedShape(
  'Push',
  {
    platforms: Type.Array(platform, { description: 'Those that devices may have.' }),
    webPublicKey: nullable(
      Type.String({
        description: 'The `applicationServerKey` that browsers subscribe with (VAPID); null without `web`.',
        examples: [null],
      }),
    ),
  },
  'How pushes are sent.',
);
