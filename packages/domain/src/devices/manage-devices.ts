import type { Dependencies } from '../dependencies.ts';
import { parseId, type UserId } from '../ids.ts';
import { canonicalLocale, localeFaults } from '../languages/language.ts';
import { limits } from '../limits.ts';
import { DomainError, type FieldFault, refuse, refuseInput } from '../problem.ts';
import { useQuota } from '../quotas/use-quota.ts';
import type { Caller } from '../sessions/authenticate.ts';
import { textFaults } from '../text.ts';
import { urlFaults } from '../urls.ts';
import { type Device, devicePolicy, type PushProviders, type WebKeys } from './device.ts';
import type { Platform } from './platform.ts';

export interface RegisterDevice extends Caller {
  readonly deviceId: string;
  readonly platform: Platform;
  /** The subscription of a browser for `web`, the provider's token for all others. */
  readonly pushToken: string | { readonly endpoint: string; readonly keys: WebKeys };
  /** `en` when absent. */
  readonly locale?: string | undefined;
  readonly appVersion?: string | null | undefined;
}

const visibleAscii = new RegExp(`^[\\x21-\\x7e]{1,${limits.pushTokenLength}}$`);
/** An uncompressed point of P-256, 65 bytes of which the first is 4. */
const publicKey = /^B[A-P][A-Za-z0-9_-]{85}=?$/;
/** 16 bytes. */
const authSecret = /^[A-Za-z0-9_-]{22}(?:==)?$/;

const tokenFaults = (platform: Platform, pushToken: RegisterDevice['pushToken']): readonly FieldFault[] => {
  if (platform !== 'web')
    return typeof pushToken === 'string' && visibleAscii.test(pushToken)
      ? []
      : [{ path: '/token', message: `must be 1 to ${limits.pushTokenLength} visible characters of ASCII` }];
  if (typeof pushToken === 'string')
    return [{ path: '/token', message: 'must be the push subscription as an object' }];
  const { endpoint, keys } = pushToken;
  return [
    ...urlFaults('/token/endpoint', endpoint, { isHttps: true }),
    ...(publicKey.test(keys.p256dh)
      ? []
      : [{ path: '/token/keys/p256dh', message: 'must be a public key of P-256 in base64url' }]),
    ...(authSecret.test(keys.auth)
      ? []
      : [{ path: '/token/keys/auth', message: 'must be 16 bytes in base64url' }]),
  ];
};

const faultsOf = ({
  deviceId,
  platform,
  pushToken,
  locale = 'en',
  appVersion,
}: RegisterDevice): readonly FieldFault[] => [
  ...(parseId(deviceId) ? [] : [{ path: '/id', message: 'must be a UUID' }]),
  ...tokenFaults(platform, pushToken),
  ...localeFaults('/locale', locale),
  ...textFaults('/appVersion', appVersion ?? '', { maxLength: limits.appVersionLength, mayBeBlank: true }),
];

/**
 * Registers a device for pushes, until the session ends: an eleventh replaces the one seen longest ago, and its token is taken from whoever
 * had it. Repeating it writes once a day. Throws `invalid_request`, `push_unavailable`, `rate_limited`, and `unauthenticated` when the session
 * ended meanwhile.
 */
export const registerDevice =
  (dependencies: Pick<Dependencies, 'stores' | 'clock' | 'settings'>) =>
  async (command: RegisterDevice): Promise<Device> => {
    const { stores, clock, settings } = dependencies;
    const { userId, sessionId, deviceId, platform, pushToken, locale = 'en', appVersion } = command;
    const faults = faultsOf(command);
    const id = parseId<'device'>(deviceId);
    if (!id || faults.length > 0) throw refuseInput(...faults);
    if (!settings.push.platforms.includes(platform))
      throw new DomainError({ code: 'push_unavailable', platforms: settings.push.platforms });
    await useQuota(dependencies, userId, 'device-changes');
    const now = clock.now();
    const [address, keys] =
      typeof pushToken === 'string' ? [pushToken, null] : [pushToken.endpoint, keysOf(pushToken.keys)];
    const device = await stores.devices.register(
      {
        ...{ id, userId, sessionId, platform, address, keys },
        locale: canonicalLocale(locale) as string,
        ...{ appVersion: appVersion || null, createdAt: now, lastSeenAt: now },
      },
      devicePolicy.perPerson,
    );
    if (!device) throw refuse('unauthenticated');
    return device;
  };

const unpadded = (text: string): string => text.replace(/=+$/, '');
const keysOf = ({ p256dh, auth }: WebKeys): WebKeys => ({ p256dh: unpadded(p256dh), auth: unpadded(auth) });

/** The caller's devices, the last seen first. */
export const listDevices =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  ({ userId }: { readonly userId: UserId }): Promise<readonly Device[]> =>
    stores.devices.list(userId, clock.now());

/** Repeating it changes nothing. */
export const removeDevice =
  ({ stores }: Pick<Dependencies, 'stores'>) =>
  async ({ userId, deviceId }: { readonly userId: UserId; readonly deviceId: string }): Promise<void> => {
    const id = parseId<'device'>(deviceId);
    if (id) await stores.devices.remove(userId, id);
  };

/** Which platforms pushes are sent through. */
export const getPushProviders =
  ({ settings }: Pick<Dependencies, 'settings'>) =>
  (): PushProviders =>
    settings.push;
