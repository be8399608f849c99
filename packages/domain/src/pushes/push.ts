import type { Device, PushAddress } from '../devices/device.ts';
import type { Notice, PushPreview } from '../notices/notice.ts';
import { after, day, hour, minute, second } from '../time.ts';

export const pushPolicy = {
  /** For how long a push is worth sending, but for reminders. */
  ttl: day,
  /** The pause after a try that failed, then twice as long each time. */
  firstPause: 5 * second,
  longestPause: hour,
  /** After a provider refused the service itself. */
  deniedPause: minute,
  /** A pause is longer by up to this share, so that what failed together is not tried together. */
  jitter: 0.25,
  /** Expo says so long after a push whether it was delivered, and forgets it after a day. */
  receiptAfter: 15 * minute,
  receiptsFor: day,
} as const;

/** A notice that its user may see, and the device that is told of it. */
export interface PushToSend {
  readonly notice: Notice;
  readonly device: Device;
  /** Of the profile. */
  readonly locale: string | null;
  readonly preview: PushPreview;
  /** Notices of the user. */
  readonly unread: number;
}

/** A push to one device. */
export interface Push {
  readonly to: PushAddress;
  readonly title: string;
  /** May be empty. */
  readonly body: string;
  /** For the app; texts may be empty. */
  readonly data: {
    readonly noticeId: string;
    readonly kind: string;
    readonly eventId: string;
    readonly url: string;
  };
  /** Replaces what is on the screen under the same key; at most 64 characters of ASCII. */
  readonly collapseKey: string;
  /** How many notices are unread. */
  readonly badge: number;
  readonly at: Date;
  /** It is not shown later. */
  readonly expiresAt: Date;
}

export type PushResult =
  /** With `receiptId` the provider knows later whether the device took it. */
  | { readonly outcome: 'taken'; readonly receiptId?: string }
  /** The address is no device’s any more. */
  | { readonly outcome: 'gone' }
  /** For good. */
  | { readonly outcome: 'refused' }
  /** May succeed later, not before `retryAfterMs`. */
  | { readonly outcome: 'failed'; readonly retryAfterMs: number | null }
  /** The provider refuses the service itself: its keys or its rights. */
  | { readonly outcome: 'denied' };

/** What pushes replace on the screen: the earlier state of the same thing, or an earlier try of the same push. */
export const collapseKeyOf = ({ id, kind, event }: Notice): string =>
  event && ['event_changed', 'event_activity'].includes(kind) ? `${kind}-${event.id}` : id;

/** A reminder is worth nothing after the start. */
export const expiryOf = ({ kind, event, createdAt }: Notice): Date =>
  kind === 'event_reminder' && event ? event.startAt : after(createdAt, pushPolicy.ttl);

/** The pause before the next try; `attempt` counts from 0. */
export const pauseAfter = (attempt: number, jitter: number): number =>
  Math.round(
    Math.min(pushPolicy.longestPause, pushPolicy.firstPause * 2 ** attempt) *
      (1 + pushPolicy.jitter * jitter),
  );
