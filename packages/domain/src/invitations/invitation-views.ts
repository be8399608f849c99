import type { Attendance, Location } from '../events/attendance.ts';
import type { EventStatus } from '../events/event.ts';
import type { RsvpDeadline } from '../events/rsvp-deadline.ts';
import type { EventId, InvitationId, UserId } from '../ids.ts';
import type { PublicUser } from '../users/user.ts';
import type { Delivery, Invitation, InvitationKind, InvitationState } from './invitation.ts';

/** An open invitation as its addressee sees it. */
export interface MyInvite {
  readonly id: InvitationId;
  readonly token: string;
  readonly event: {
    readonly id: EventId;
    readonly title: string;
    readonly startAt: Date;
    readonly endAt: Date;
    readonly isAllDay: boolean;
    readonly location: Location;
    readonly timeZone: string;
    readonly coverUrl: string | null;
    readonly organizer: { readonly name: string };
  };
  readonly state: 'pending';
  readonly createdAt: Date;
}

/** A personal invitation as the organizer sees it. */
export interface EventInviteItem {
  readonly id: InvitationId;
  readonly kind: InvitationKind;
  readonly user: PublicUser | null;
  readonly email: string | null;
  readonly state: InvitationState;
  readonly delivery: Delivery;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What a guest sees of an event before joining it. */
export interface InvitedEvent extends RsvpDeadline {
  readonly id: EventId;
  readonly organizerId: UserId;
  readonly title: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly isAllDay: boolean;
  readonly coverUrl: string | null;
  readonly location: Location;
  readonly attendance: Attendance;
  readonly timeZone: string;
  readonly status: EventStatus;
  readonly sequence: number;
  readonly updatedAt: Date;
  readonly organizer: { readonly name: string; readonly avatar: string | null };
}

/** What a token stands for. `retired` ones were valid once: a rotated link, a renewed invitation. */
export type TokenHolder =
  | { readonly kind: 'retired' }
  | { readonly kind: 'link'; readonly event: InvitedEvent }
  | { readonly kind: 'personal'; readonly invitation: Invitation; readonly event: InvitedEvent };
