import type { Booking } from '../events/booking.ts';
import type { Answers } from '../events/question.ts';
import type { RsvpState } from '../events/rsvp.ts';
import type { PublicUser } from '../users/user.ts';

/** What a guest answered, by the ids of questions. */
export interface AttendeeAnswers {
  readonly answers: Answers;
}

/** How a person came to an event: nothing was needed, a personal invitation, or the shared link. */
export type AttendeeVia = 'public' | 'invitation' | 'link';

/** A person tied to an event, other than its organizer and admins. */
export interface Attendee {
  readonly user: PublicUser;
  /** Null for an invited person who has not answered, and for one who has cleared their RSVP. */
  readonly rsvp: RsvpState;
  readonly booking: Booking | null;
  readonly via: AttendeeVia;
  /** When they accepted the invitation (before that: when it was sent), joined by the link, answered or booked first. */
  readonly since: Date;
}

/** Which attendees, in which order. */
export interface AttendeeFilter {
  /** Only those who gave this answer; null, or absent, for all. */
  readonly rsvp?: RsvpState | undefined;
  /** Folded; each is a part of their name or username. Absent for all, and none for nobody. */
  readonly words?: readonly string[] | undefined;
  /** By user id, by folded name, or those first who have been listed for longest; by user id when absent. */
  readonly order?: AttendeeOrder | undefined;
}

export const attendeeOrders = ['id', 'name', 'since'] as const;
export type AttendeeOrder = (typeof attendeeOrders)[number];

/** When each tie of an attendee began; null where there is none. At least one is given. */
export interface AttendeeTies {
  readonly invitedAt: Date | null;
  readonly joinedAt: Date | null;
  readonly respondedAt: Date | null;
  readonly bookedAt: Date | null;
}

/** The tie that an attendee is listed under: the most personal one. Adapters with a query language mirror it. */
export const listedTie = ({
  invitedAt,
  joinedAt,
  respondedAt,
  bookedAt,
}: AttendeeTies): Pick<Attendee, 'via' | 'since'> => {
  if (invitedAt) return { via: 'invitation', since: invitedAt };
  if (joinedAt) return { via: 'link', since: joinedAt };
  return { via: 'public', since: (respondedAt ?? bookedAt) as Date };
};
