import type { Dependencies } from '../dependencies.ts';
import { managedEventToRead } from '../events/event-access.ts';
import type { RsvpState } from '../events/rsvp.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import type { Attendee, AttendeeAnswers } from './attendee.ts';
import { withAnswers } from './with-answers.ts';

export interface ListAttendees extends Paging {
  readonly eventId: string;
  readonly callerId: UserId;
  /** Only those who gave this answer. */
  readonly rsvp?: Exclude<RsvpState, null> | undefined;
}

/**
 * Lists the people tied to an event, except its organizer and admins, by user id. For the event's organizer and
 * admins. Throws `event_not_found`, `forbidden`, `invalid_request` (a page out of bounds).
 */
export const listAttendees =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: ListAttendees): Promise<Paged<Attendee & AttendeeAnswers>> => {
    const { eventId } = await managedEventToRead(dependencies, query.eventId, query.callerId);
    const { stores, clock } = dependencies;
    const attendees = await stores.attendees.list(eventId, query.rsvp ?? null, toPage(query), clock.now());
    return { ...attendees, items: await withAnswers({ stores }, eventId, attendees.items) };
  };
