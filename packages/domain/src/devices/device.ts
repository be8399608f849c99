import type { SessionId, UserId } from '../ids.ts';
import { day } from '../time.ts';
import type { Platform } from './platform.ts';

export const devicePolicy = {
  /** Another one replaces the one that was seen longest ago. */
  perPerson: 10,
  /** Registering it again unchanged writes when it was seen that long ago. */
  seenStep: day,
  /** Not seen for that long, it is gone. */
  retention: 180 * day,
} as const;

/** The keys of a push subscription of a browser (RFC 8291), base64url. */
export interface WebKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/** Where pushes to a device go. */
export interface PushAddress {
  readonly platform: Platform;
  /** The provider's token, or the endpoint of a subscription: whoever knows it may push. */
  readonly address: string;
  /** Of `web` alone. */
  readonly keys: WebKeys | null;
}

/** A phone or browser that is told of notices while the session lives that registered it last. */
export interface Device extends PushAddress {
  /** A UUID that the app made; of one person only. */
  readonly id: string;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** BCP 47. */
  readonly locale: string;
  readonly appVersion: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** What operators configured. */
export interface PushProviders {
  readonly platforms: readonly Platform[];
  /** The public key (VAPID) that browsers subscribe with; null without `web`. */
  readonly webPublicKey: string | null;
}

/** Whether registering `device` would change nothing but when it was seen, and that not by much. */
export const isSameDevice = (known: Device, device: Device): boolean =>
  known.sessionId === device.sessionId &&
  known.platform === device.platform &&
  known.address === device.address &&
  known.keys?.p256dh === device.keys?.p256dh &&
  known.keys?.auth === device.keys?.auth &&
  known.locale === device.locale &&
  known.appVersion === device.appVersion &&
  device.lastSeenAt.getTime() - known.lastSeenAt.getTime() < devicePolicy.seenStep;
