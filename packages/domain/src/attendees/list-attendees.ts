import type { Dependencies } from '../dependencies.ts';
import { managedEventToRead } from '../events/event-access.ts';
import type { RsvpState } from '../events/rsvp.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';
import { wordsOf } from '../search/fold.ts';
import { requireQuery } from '../search/text-query.ts';
import type { Attendee, AttendeeAnswers, AttendeeOrder } from './attendee.ts';
import { withAnswers } from './with-answers.ts';

export interface ListAttendees extends Paging {
  readonly eventId: string;
  readonly callerId: UserId;
  /** Only those who gave this answer. */
  readonly rsvp?: Exclude<RsvpState, null> | undefined;
  /** Words of a name or username, which may be incomplete. */
  readonly q?: string | undefined;
  /** By user id when absent. */
  readonly order?: AttendeeOrder | undefined;
}

/** Further words of a query are ignored, which bounds its cost. */
const mostWords = 10;

/**
 * Lists the people tied to an event, except its organizer and admins. For the event's organizer and admins. Throws
 * `event_not_found`, `forbidden`, `invalid_request` (a page out of bounds, too long a `q`).
 */
export const listAttendees =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: ListAttendees): Promise<Paged<Attendee & AttendeeAnswers>> => {
    const { eventId } = await managedEventToRead(dependencies, query.eventId, query.callerId);
    const { stores, clock } = dependencies;
    const { rsvp, q, order } = query;
    requireQuery(q);
    const filter = { rsvp, order, words: q === undefined ? undefined : wordsOf(q).slice(0, mostWords) };
    const attendees = await stores.attendees.list(eventId, filter, toPage(query), clock.now());
    return { ...attendees, items: await withAnswers({ stores }, eventId, attendees.items) };
  };
