import type { Dependencies } from '../dependencies.ts';
import type { BookingStatus, GuestBooking, OwnBooking } from '../events/booking.ts';
import type { ListedEvent, MyEventsTime } from '../events/event.ts';
import { managedEventToRead } from '../events/event-access.ts';
import type { UserId } from '../ids.ts';
import { type Paged, type Paging, toPage } from '../paging.ts';

export interface ListBookings extends Paging {
  readonly eventId: string;
  readonly callerId: UserId;
  readonly status?: BookingStatus | undefined;
}

/**
 * The bookings of an event, the confirmed ones in the order of making, then the queue. For its organizer and admins. Throws
 * `event_not_found`, `forbidden`, `invalid_request`.
 */
export const listBookings =
  (dependencies: Pick<Dependencies, 'stores' | 'clock'>) =>
  async (query: ListBookings): Promise<Paged<GuestBooking>> => {
    const { eventId } = await managedEventToRead(dependencies, query.eventId, query.callerId);
    return dependencies.stores.bookings.list(eventId, query.status ?? null, toPage(query));
  };

/** A booking of the caller with its event. */
export interface BookedEvent {
  readonly booking: OwnBooking;
  readonly event: ListedEvent;
}

export interface ListMyBookings extends Paging {
  readonly callerId: UserId;
  /** All of them when absent. */
  readonly when?: MyEventsTime | null | undefined;
}

/** The caller's bookings with their events, by start, past ones the latest first. Throws `invalid_request`. */
export const listMyBookings =
  ({ stores, clock }: Pick<Dependencies, 'stores' | 'clock'>) =>
  async ({ callerId, when, ...paging }: ListMyBookings): Promise<Paged<BookedEvent>> => {
    const page = await stores.eventCatalog.mine(callerId, ['booked'], toPage(paging), clock.now(), when);
    const bookings = await stores.bookings.ofUser(
      callerId,
      page.items.map(({ event }) => event.id),
    );
    return {
      ...page,
      // A booking that ended meanwhile is left out.
      items: page.items.flatMap((event) => {
        const booking = bookings.get(event.event.id);
        return booking ? [{ booking, event }] : [];
      }),
    };
  };
