import type { EventId, UserId } from '../ids.ts';

/** What a notice tells of. */
export type NoticeKind =
  | 'event_changed'
  | 'event_cancelled'
  | 'event_postponed'
  | 'event_reminder'
  | 'event_activity'
  | 'booking_confirmed'
  | 'invitation_received'
  | 'guest_removed'
  | 'announcement'
  | 'new_sign_in'
  | 'webhook_disabled'
  | 'email_removed';

/** Whom a notice is for. */
export type Audience =
  | 'guests'
  | 'series-guests'
  | 'guests-to-remind'
  | 'guest-list'
  | 'invitees'
  | 'audience'
  | 'user';

interface Consumers {
  /** Whether webhooks may subscribe to it. */
  readonly isWebhookType: boolean;
  /** The notice that tells people of it. */
  readonly notice: { readonly kind: NoticeKind; readonly to: Audience } | null;
}

const forWebhooks: Consumers = { isWebhookType: true, notice: null };
const notifying = (kind: NoticeKind, to: Audience, isWebhookType = false): Consumers => ({
  isWebhookType,
  notice: { kind, to },
});

/** Every kind of change that the outbox holds, and who is told of it: the one list of them. */
export const consumers = {
  'event.created': forWebhooks,
  'event.changed': forWebhooks,
  'event.edited': notifying('event_changed', 'guests'),
  'event.cancelled': notifying('event_cancelled', 'guests', true),
  'event.postponed': notifying('event_postponed', 'guests'),
  'event.taken_down': notifying('event_cancelled', 'guests'),
  'event.deleted': notifying('event_cancelled', 'guest-list', true),
  'series.edited': notifying('event_changed', 'series-guests'),
  'series.cancelled': notifying('event_cancelled', 'series-guests'),
  'rsvp.changed': forWebhooks,
  'booking.confirmed': notifying('booking_confirmed', 'user', true),
  'booking.waitlisted': forWebhooks,
  'booking.cancelled': forWebhooks,
  'invitation.sent': notifying('invitation_received', 'invitees'),
  'invitation.accepted': forWebhooks,
  'invitation.declined': forWebhooks,
  'guest.removed': notifying('guest_removed', 'user', true),
  'guest.checked_in': forWebhooks,
  'announcement.made': notifying('announcement', 'audience'),
  'reminder.due': notifying('event_reminder', 'guests-to-remind'),
  'session.opened': notifying('new_sign_in', 'user'),
  'webhook.disabled': notifying('webhook_disabled', 'user'),
  'email.removed': notifying('email_removed', 'user'),
  'notice.created': forWebhooks,
} as const satisfies Record<string, Consumers>;

export type ChangeKind = keyof typeof consumers;

const kinds = Object.keys(consumers) as readonly ChangeKind[];

/** The kinds of changes that webhooks may subscribe to. */
export const webhookTypes = kinds.filter((kind) => consumers[kind].isWebhookType);

/** What else identifies a change: ids, counts and states, never a text that a user wrote or a secret. */
export interface ChangeData {
  readonly bookingId?: string;
  readonly sequence?: number;
  readonly status?: string | null;
  readonly noticeId?: string;
  readonly announcementId?: string;
  /** Of a reminder: minutes before the start, and the start that it was due for (ISO 8601). */
  readonly minutes?: number;
  readonly startAt?: string;
  /** Of a cancellation: whether it had no date any more. */
  readonly wasPostponed?: boolean;
  /** Whether the booking comes from the waitlist: only then its holder is told. */
  readonly isPromotion?: boolean;
  /** Of a change of a series: the events of it whose guests are told, by start. */
  readonly eventIds?: readonly EventId[];
  /** Whether guests are told by the change of the series instead. */
  readonly isOfSeries?: boolean;
}

/** A change that others are told of once it is committed. */
export interface Change {
  /** Stays the same over retries. */
  readonly id: string;
  readonly kind: ChangeKind;
  readonly eventId: EventId | null;
  /** Whom it happened to: the guest, the invitee, the owner of the session. */
  readonly userId: UserId | null;
  /** Who did it, and is not told of it. */
  readonly actorId: UserId | null;
  readonly data: ChangeData;
  readonly at: Date;
  /** When its consumers learn of it. */
  readonly dueAt: Date;
}

/** A change of which others are told at once. */
export const newChange = (
  kind: ChangeKind,
  at: Date,
  { id, ...what }: Pick<Change, 'id'> & Partial<Omit<Change, 'id' | 'kind' | 'at'>>,
): Change => ({ id, kind, eventId: null, userId: null, actorId: null, data: {}, dueAt: at, at, ...what });
