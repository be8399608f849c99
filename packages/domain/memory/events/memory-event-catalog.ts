import { bringListModule } from '../../src/bring-list/bring-item.ts';
import { type HostEvent, maxHostEvents } from '../../src/event-pages/event-page.ts';
import { distanceKm } from '../../src/events/distance.ts';
import type {
  EventDetail,
  EventInterest,
  EventRecord,
  EventSummary,
  ListedEvent,
  Location,
  MyEventsRole,
} from '../../src/events/event.ts';
import type { Area, EventFilter } from '../../src/events/lists/event-filter.ts';
import { missingAnswers } from '../../src/events/question.ts';
import { maySee } from '../../src/events/visibility.ts';
import type { UserId } from '../../src/ids.ts';
import type { EventCatalog } from '../../src/ports/events/event-catalog.ts';
import { textMatches, titleRank } from '../../src/search/text-query.ts';
import { after, day } from '../../src/time.ts';
import { bookedSeats, bookingOf, toOwnBooking } from '../bookings/memory-seats.ts';
import { memoryBringListStore } from '../bring-list/memory-bring-list-store.ts';
import { onlineUrlFor, tiesOf } from '../memory-ties.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { byKeys, pageOf } from './order.ts';

const everything: Omit<EventFilter, 'endsAfter'> = {
  area: null,
  category: null,
  startsBefore: null,
  recentSince: new Date(0),
  isDated: false,
  text: null,
};

/** What has no place is in no area. */
const isWithin = (area: Area, { lat, lng }: Location): boolean =>
  lat !== null && lng !== null && distanceKm(area, { lat, lng }) <= area.radiusKm;

const hostEventOf = ({ id, title, startAt, endAt, timeZone }: EventRecord): HostEvent => ({
  id,
  title,
  startAt,
  endAt,
  timeZone,
});

/** Scans all events for each read: slow, and the reference model that other adapters are compared with. */
export const memoryEventCatalog = (tables: Tables): EventCatalog => {
  const bringLists = memoryBringListStore(tables);
  const summary = (event: EventRecord): EventSummary => {
    const { id, title, description, coverUrl, startAt, endAt, location, timeZone, priceMinor, capacity } =
      event;
    return {
      id,
      title,
      description,
      coverUrl,
      startAt,
      endAt,
      location,
      attendance: event.attendance,
      timeZone,
      priceMinor,
      capacity,
      visibility: event.visibility,
      status: event.status,
      takenDown: event.takenDown,
      series: event.series && { id: event.series.id, isDetached: event.series.isDetached },
      category: tables.categories.get(event.category) ?? { slug: event.category, name: '', emoji: '' },
    };
  };
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

  const documentOf = (event: EventRecord) => tables.documents.get(event.id) ?? { title: [], other: [] };

  const passes = (event: EventRecord, filter: EventFilter): boolean =>
    event.visibility === 'public' &&
    event.status === 'scheduled' &&
    event.takenDown === null &&
    event.endAt > filter.endsAfter &&
    (filter.startsBefore === null || event.startAt < filter.startsBefore) &&
    (filter.series === undefined || event.series?.id === filter.series) &&
    (filter.organizer === undefined || event.organizerId === filter.organizer) &&
    (filter.category === null || event.category === filter.category) &&
    (filter.attendance?.includes(event.attendance) ?? true) &&
    (filter.area === null || isWithin(filter.area, event.location)) &&
    (filter.text === null || textMatches(filter.text, documentOf(event)));

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
      template: event.template,
      enabledModules: event.enabledModules,
      maxPerBooking: event.maxPerBooking,
      hasWaitlist: event.hasWaitlist,
      rsvpUntil: event.rsvpUntil,
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
      const rank = (event: EventRecord): number => {
        if (order === 'relevance' && filter.text) return -titleRank(filter.text, documentOf(event));
        return event.startAt < filter.recentSince ? 1 : 0;
      };
      const matches = tables.events
        .rows()
        .filter((event) => passes(event, filter))
        .sort(byKeys((event) => [rank(event), event.startAt, event.id]));
      const { items, ...meta } = pageOf(matches, page);
      return { ...meta, items: items.map((event) => item(event, caller)) };
    },
    detail,
    page: async (id, at) => {
      const event = tables.events.get(id);
      const eventDetail = await detail(id, null, at);
      if (!event || !eventDetail) return null;
      const isNamed = (other: EventRecord): boolean =>
        passes(other, { ...everything, endsAfter: at, organizer: event.organizerId }) &&
        other.id !== id &&
        (!event.series || other.series?.id !== event.series.id);
      const hostEvents = tables.events
        .rows()
        .filter(isNamed)
        .sort(byKeys((other) => [other.startAt < after(at, -day) ? 1 : 0, other.startAt, other.id]))
        .slice(0, maxHostEvents)
        .map(hostEventOf);
      const hasList = event.enabledModules.includes(bringListModule);
      return {
        ...eventDetail,
        hostEvents,
        bringList: hasList ? await bringLists.list(id, null, at, 0) : null,
      };
    },
    mine: async (caller, role, page, at) => {
      const matches = tables.events
        .rows()
        .filter((event) => hasRole(event, caller, role) && maySee(tiesOf(tables, event, caller, at)))
        .sort(
          byKeys(({ organizerId, startAt, id }) => [
            role === 'organizing' && organizerId !== caller ? 1 : 0,
            startAt,
            id,
          ]),
        );
      const { items, ...meta } = pageOf(matches, page);
      return { ...meta, items: items.map((event) => item(event, caller)) };
    },
  };
};
