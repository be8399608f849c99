import type { Attendee, AttendeeFilter } from '../../attendees/attendee.ts';
import type { EventId, UserId } from '../../ids.ts';
import type { Page, Paged } from '../../paging.ts';

/** The people tied to an event, and those whom its organizer or an admin removed. */
export interface AttendeeStore {
  /**
   * All users with an RSVP, a booking, a join by the link or a live personal invitation, except the event's organizer and
   * admins, whom the filter lets through; in its order, then by user id.
   *
   * An invitation that has ended is still how a person came if they had accepted it, and, where the event is
   * private and they did not join by the link, if they had one at all.
   */
  list(event: EventId, filter: AttendeeFilter, page: Page, at: Date): Promise<Paged<Attendee>>;
  /** The attendees whose user id is greater than `after`, by user id, at most that many. */
  after(event: EventId, after: UserId | null, most: number, at: Date): Promise<readonly Attendee[]>;
  /** One of those that `list` lists. */
  find(event: EventId, user: UserId, at: Date): Promise<Attendee | null>;
  /** Whether the user has an RSVP to or a booking of the event or joined it by the link. */
  attends(event: EventId, user: UserId): Promise<boolean>;
  /** Whether the user counts as removed from the event. */
  isRemoved(event: EventId, user: UserId): Promise<boolean>;
  /**
   * Ends the user's RSVP (counts follow), their booking (its seats go to the queue), their claims, their join by the link and their invitations to the event, and marks
   * them as removed, in one step. From then on the link and invitations sent before do not let them in, and
   * they cannot respond, until they are invited personally or made an admin. `is_manager` for the organizer and
   * admins, `not_tied` for a user who is not listed: nothing changes.
   */
  remove(event: EventId, user: UserId, at: Date): Promise<'removed' | 'is_manager' | 'not_tied'>;
}
