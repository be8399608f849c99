import { bringListModule } from '../../src/bring-list/bring-item.ts';
import { type HostEvent, maxHostEvents } from '../../src/event-pages/event-page.ts';
import type {
  EventDetail,
  EventInterest,
  EventRecord,
  EventSummary,
  ListedEvent,
  MyEventsRole,
} from '../../src/events/event.ts';
import { detailFields, listedFields, pickFields } from '../../src/events/event-fields.ts';
import type { EventFilter } from '../../src/events/lists/event-filter.ts';
import { missingAnswers } from '../../src/events/question.ts';
import { maySee } from '../../src/events/visibility.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { EventCatalog } from '../../src/ports/events/event-catalog.ts';
import { after, day } from '../../src/time.ts';
import { bookedSeats, bookingOf, toOwnBooking, waitingBookings } from '../bookings/memory-seats.ts';
import { memoryBringListStore } from '../bring-list/memory-bring-list-store.ts';
import { onlineUrlFor, tiesOf } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { plainCategory } from './memory-category-store.ts';
import type { MemoryListings } from './memory-listings.ts';
import { byKeys, pageOf } from './order.ts';

const anywhere = {
  area: null,
  categories: null,
  startsBefore: null,
  isDated: false,
  text: null,
} satisfies Partial<EventFilter>;

/** A page that all events are on. */
const whole = { page: 1, limit: Number.MAX_SAFE_INTEGER };

const hostEventOf = ({ id, title, startAt, endAt, timeZone, isAllDay }: EventRecord): HostEvent => ({
  id,
  title,
  startAt,
  endAt,
  timeZone,
  isAllDay,
});

/** Lists are found in the index of listed events; all else is read by scans of the tables. */
export const memoryEventCatalog = (tables: Tables, listings: MemoryListings): EventCatalog => {
  const bringLists = memoryBringListStore(tables);
  const summary = (event: EventRecord): EventSummary => ({
    ...pickFields(event, listedFields),
    id: event.id,
    priceMinor: event.priceMinor,
    status: event.status,
    takenDown: event.takenDown,
    series: event.series && { id: event.series.id, isDetached: event.series.isDetached },
    category: plainCategory(
      tables.categories.get(event.category) ?? { slug: event.category, name: '', emoji: '' },
    ),
  });
  const interest = ({ id }: EventRecord, caller: UserId | null): EventInterest => {
    const key = pairKey(id, caller ?? '');
    return {
      rsvpCount: tables.rsvps.rows().filter(({ eventId }) => eventId === id).length,
      myRsvp: tables.rsvps.get(key)?.state ?? null,
      isSaved: tables.saved.get(key) !== undefined,
    };
  };
  const countOf = ({ id }: EventRecord, state: 'going' | 'interested'): number =>
    tables.rsvps.rows().filter((rsvp) => rsvp.eventId === id && rsvp.state === state).length;
  const item = (event: EventRecord, caller: UserId | null): ListedEvent => ({
    event: summary(event),
    ...interest(event, caller),
  });

  const recordsOf = (ids: readonly EventId[]) => ids.flatMap((id) => tables.events.get(id) ?? []);

  const hasRole = (event: EventRecord, caller: UserId, role: MyEventsRole | 'booked'): boolean => {
    const key = pairKey(event.id, caller);
    if (role === 'organizing')
      return event.organizerId === caller || tables.eventAdmins.get(key) !== undefined;
    if (role === 'booked') return bookingOf(tables, event.id, caller) !== null;
    return role === 'saved' ? tables.saved.get(key) !== undefined : tables.rsvps.get(key)?.state === role;
  };

  const detailOf = (event: EventRecord, caller: UserId | null): EventDetail => {
    const organizer = tables.users.get(event.organizerId);
    const mine = bookingOf(tables, event.id, caller);
    return {
      ...summary(event),
      ...interest(event, caller),
      goingCount: countOf(event, 'going'),
      interestedCount: countOf(event, 'interested'),
      ...pickFields(event, detailFields),
      questions: event.questions,
      missingAnswers: missingAnswers(
        event.questions,
        tables.answers.get(pairKey(event.id, caller ?? ''))?.answers ?? {},
      ),
      sequence: event.sequence,
      updatedAt: event.updatedAt,
      organizer: {
        id: event.organizerId,
        name: organizer?.name ?? '',
        avatar: organizer?.avatar ?? null,
      },
      bookedCount: bookedSeats(tables, event.id),
      waitingCount: waitingBookings(tables, event.id).length,
      myBooking: mine && toOwnBooking(tables, mine),
      onlineUrl: onlineUrlFor(tables, event, caller),
    } satisfies EventDetail;
  };
  const detail: EventCatalog['detail'] = async (id, caller, at) => {
    const event = tables.events.get(id);
    if (!event || !maySee(tiesOf(tables, event, caller, at))) return null;
    return detailOf(event, caller);
  };

  return {
    list: async (filter, order, caller, page) => {
      const { ids, total } = listings.find({ filter, order, page });
      return { ...page, total, items: recordsOf(ids).map((event) => item(event, caller)) };
    },
    detail,
    page: async (id, at) => {
      const event = tables.events.get(id);
      const eventDetail = await detail(id, null, at);
      if (!event || !eventDetail) return null;
      const isNamed = (other: EventRecord): boolean =>
        other.id !== id && (!event.series || other.series?.id !== event.series.id);
      const filter = {
        ...anywhere,
        endsAfter: at,
        recentSince: after(at, -day),
        organizer: event.organizerId,
      };
      const { ids } = listings.find({ filter, order: 'time', page: whole });
      const hostEvents = recordsOf(ids).filter(isNamed).slice(0, maxHostEvents).map(hostEventOf);
      const hasList = event.enabledModules.includes(bringListModule);
      return {
        ...eventDetail,
        hostEvents,
        bringList: hasList ? await bringLists.list(id, null, at, 0) : null,
      };
    },
    mine: async (caller, roles, page, at, when = null) => {
      const isIn = (event: EventRecord): boolean =>
        when === null || (event.endAt > at || event.status === 'postponed') === (when === 'upcoming');
      const isLast = ({ organizerId }: EventRecord): boolean =>
        when === null && roles.join() === 'organizing' && organizerId !== caller;
      const matches = tables.events
        .rows()
        .filter((event) => isIn(event) && roles.some((role) => hasRole(event, caller, role)))
        .filter((event) => maySee(tiesOf(tables, event, caller, at)))
        .sort(byKeys((event) => [isLast(event) ? 1 : 0, event.startAt, event.id]));
      if (when === 'past') matches.reverse();
      const { items, ...meta } = pageOf(matches, page);
      return { ...meta, items: items.map((event) => item(event, caller)) };
    },
  };
};
