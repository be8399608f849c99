import { bringListModule } from '../../src/bring-list/bring-item.ts';
import { type HostEvent, maxHostEvents } from '../../src/event-pages/event-page.ts';
import type {
  EventDetail,
  EventInterest,
  EventOrganizer,
  EventRecord,
  EventSummary,
  ListedEvent,
  MyEventsRole,
} from '../../src/events/event.ts';
import { detailFields, listedFields, pickFields } from '../../src/events/event-fields.ts';
import type { EventFilter } from '../../src/events/lists/event-filter.ts';
import type { ListPosition } from '../../src/events/lists/list-position.ts';
import { missingAnswers } from '../../src/events/question.ts';
import { maySee } from '../../src/events/visibility.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import type { EventCatalog } from '../../src/ports/events/event-catalog.ts';
import { after, day } from '../../src/time.ts';
import { bookedSeats, bookingOf, toOwnBooking, waitingBookings } from '../bookings/memory-seats.ts';
import { memoryBringListStore } from '../bring-list/memory-bring-list-store.ts';
import { onlineUrlFor, standingOf, tiesOf } from '../memory-ties.ts';
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
    organizerId: event.organizerId,
    priceMinor: event.priceMinor,
    status: event.status,
    takenDown: event.takenDown,
    series: event.series && { id: event.series.id, isDetached: event.series.isDetached },
    category: plainCategory(
      tables.categories.get(event.category) ?? { slug: event.category, name: '', emoji: '' },
    ),
  });
  const countOf = (id: EventId, state: 'going' | 'interested'): number =>
    tables.rsvps.rows().filter((rsvp) => rsvp.eventId === id && rsvp.state === state).length;
  const interest = ({ id }: EventRecord, caller: UserId | null): EventInterest => {
    const key = pairKey(id, caller ?? '');
    return {
      rsvpCount: countOf(id, 'going') + countOf(id, 'interested'),
      goingCount: countOf(id, 'going'),
      interestedCount: countOf(id, 'interested'),
      bookedCount: bookedSeats(tables, id),
      waitingCount: waitingBookings(tables, id).length,
      myRsvp: tables.rsvps.get(key)?.state ?? null,
      isSaved: tables.saved.get(key) !== undefined,
    };
  };
  const organizerOf = ({ organizerId: id }: EventRecord): EventOrganizer => {
    const { name = '', avatar = null } = tables.users.get(id) ?? {};
    return { id, name, avatar };
  };
  const item = (event: EventRecord, caller: UserId | null): ListedEvent => ({
    event: summary(event),
    organizer: organizerOf(event),
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
    const mine = bookingOf(tables, event.id, caller);
    const standing = caller === null ? 'guest' : standingOf(tables, event, caller);
    return {
      ...summary(event),
      ...interest(event, caller),
      ...pickFields(event, detailFields),
      questions: event.questions,
      missingAnswers: missingAnswers(
        event.questions,
        tables.answers.get(pairKey(event.id, caller ?? ''))?.answers ?? {},
      ),
      cancelReason: event.cancelReason,
      sequence: event.sequence,
      updatedAt: event.updatedAt,
      organizer: {
        ...organizerOf(event),
        createdAt: tables.users.get(event.organizerId)?.createdAt ?? event.createdAt,
      },
      myBooking: mine && toOwnBooking(tables, mine),
      myRole: standing === 'guest' ? null : standing,
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
      const { ids, total, laterDates } = listings.find({ filter, order, page });
      const items = recordsOf(ids).map((event, index) => ({
        ...item(event, caller),
        ...(laterDates && { laterDates: laterDates[index] }),
      }));
      return { ...page, total, items };
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
      const { after } = page;
      const compare = byKeys(({ rank, startAt, id }: ListPosition) => [rank, startAt, id]);
      const isBehind = (event: EventRecord): boolean => {
        if (!after) return true;
        const { id, startAt } = event;
        const order = compare({ rank: isLast(event) ? 1 : 0, startAt: startAt.getTime(), id }, after);
        return when === 'past' ? order < 0 : order > 0;
      };
      const { items } = pageOf(matches.filter(isBehind), page);
      return { ...page, total: matches.length, items: items.map((event) => item(event, caller)) };
    },
  };
};
