import type { EventRecord } from '../../src/events/event.ts';
import { isClosed } from '../../src/events/rsvp-deadline.ts';
import { maySee } from '../../src/events/visibility.ts';
import type { EventId, SeriesId, UserId } from '../../src/ids.ts';
import { invitationState } from '../../src/invitations/invitation.ts';
import { noticePolicy } from '../../src/notices/notice.ts';
import type { OccurrenceStore } from '../../src/ports/events/series-store.ts';
import { after } from '../../src/time.ts';
import { bookedSeats, move } from '../bookings/memory-seats.ts';
import { cancelEvent, hasGuests, keepEdit, moveExpiry } from '../events/memory-edits.ts';
import { createEvent, removeEvent } from '../events/memory-event-rows.ts';
import { byKeys } from '../events/order.ts';
import { hasAccount, tiesOf } from '../memory-ties.ts';
import { tell, tellListeners } from '../outbox/memory-outbox.ts';
import { writeQuestions } from '../questions/memory-question-store.ts';
import { recordRsvp } from '../rsvp/memory-rsvp-store.ts';
import { newTable, pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memoryOccurrenceStore = (tables: Tables): OccurrenceStore => {
  const { events, seriesRsvps, seriesGaps, series } = tables;
  const inOrder = (rows: readonly EventRecord[]) =>
    [...rows].sort(byKeys(({ startAt, id }) => [startAt, id]));
  const ofSeries = (id: SeriesId, from: Date) =>
    inOrder(
      events
        .rows()
        .filter(
          ({ series, status, startAt }) => series?.id === id && status === 'scheduled' && startAt >= from,
        ),
    );
  const isFree = ({ series: of }: EventRecord): boolean =>
    of !== null &&
    !seriesGaps.get(pairKey(of.id, of.date ?? '')) &&
    !events.rows().some(({ series }) => series?.id === of.id && series.date === of.date);
  const isInvited = (event: EventId, at: Date) =>
    tables.invitations
      .rows()
      .some((row) => row.eventId === event && ['pending', 'accepted'].includes(invitationState(row, at)));
  const answerStanding = (event: EventRecord, at: Date) => {
    for (const { seriesId, userId, state } of seriesRsvps.rows())
      if (seriesId === event.series?.id && !isClosed(event, at) && maySee(tiesOf(tables, event, userId, at)))
        recordRsvp({ ...tables, activity: newTable() }, event.id, userId, state, at);
  };
  const cancel = (
    occurrences: readonly EventRecord[],
    at: Date,
    actorId: UserId,
    cancelReason: string | null = null,
  ) => {
    for (const event of occurrences) {
      const sequence = event.sequence + 1;
      events.set(event.id, { ...event, status: 'cancelled', cancelReason, sequence, updatedAt: at });
      tables.eventEdits.delete(event.id);
      const data = { sequence, isOfSeries: true };
      tellListeners(tables, 'event.cancelled', at, { eventId: event.id, actorId, data });
    }
    const eventIds = occurrences.filter(({ takenDown }) => !takenDown).map(({ id }) => id);
    if (eventIds.length > 0) tell(tables, 'series.cancelled', at, { actorId, data: { eventIds } });
  };
  const eventsOf = (ids: readonly EventId[]) => inOrder(ids.flatMap((id) => events.get(id) ?? []));

  return {
    add: async (entries, at) => {
      const isSuspended = ({ organizerId }: EventRecord) =>
        (tables.users.get(organizerId)?.suspendedAt ?? null) !== null;
      const free = entries.filter(({ event }) => !isSuspended(event) && isFree(event));
      for (const entry of free) {
        createEvent(tables, entry);
        answerStanding(entry.event, at);
      }
      return free.length;
    },
    lockAttached: async (id, from, at) =>
      ofSeries(id, from)
        .filter((event) => !event.series?.isDetached && !event.takenDown)
        .map((event) => ({
          event,
          hasGuests: hasGuests(tables, event.id) || isInvited(event.id, at),
        })),
    change: async (entries, at, actorId) => {
      const editedIds: EventId[] = [];
      for (const { event, document } of entries) {
        const before = events.get(event.id);
        if (!before) continue;
        const bookedCount = bookedSeats(tables, event.id);
        if (event.capacity !== null && event.capacity !== before.capacity && event.capacity < bookedCount)
          return { bookedCount };
        if (!writeQuestions(tables, before, event.questions)) return 'question_answered';
        events.set(event.id, event);
        tables.documents.set(event.id, document);
        if (keepEdit(tables, before, event, at, actorId)) editedIds.push(event.id);
        const data = { sequence: event.sequence };
        tellListeners(tables, 'event.changed', at, { eventId: event.id, actorId, data });
        moveExpiry(tables, event.id, event.endAt);
        move(tables, event.id, null, { kind: 'promote' }, at);
      }
      const dueAt = after(at, noticePolicy.editWindow);
      if (editedIds.length > 0)
        tell(tables, 'series.edited', at, { actorId, dueAt, data: { eventIds: editedIds } });
      return null;
    },
    cancel: async (ids, at, actor) => {
      cancel(eventsOf(ids), at, actor);
      for (const event of eventsOf(ids))
        events.set(event.id, { ...event, series: event.series && { ...event.series, date: null } });
    },
    cancelToCome: async (id, at, actor, reason = null) => {
      for (const event of events.rows())
        if (event.series?.id === id && event.status === 'postponed' && !event.takenDown)
          cancelEvent(tables, event, at, actor, reason);
      cancel(
        ofSeries(id, at).filter(({ takenDown }) => !takenDown),
        at,
        actor,
        reason,
      );
    },
    remove: async (ids, at, actorId) => {
      for (const { id, organizerId, sequence } of eventsOf(ids)) {
        const data = { organizerId, sequence: sequence + 1, isOfSeries: true };
        tellListeners(tables, 'event.deleted', at, { eventId: id, actorId, data });
        removeEvent(tables, id);
      }
    },
    answer: async (id, user, state, at) => {
      if (!series.get(id) || !hasAccount(tables, user)) return null;
      const key = pairKey(id, user);
      if (state === null) seriesRsvps.delete(key);
      else if (seriesRsvps.get(key)?.state !== state)
        seriesRsvps.set(key, { seriesId: id, userId: user, state, respondedAt: at });
      const concernedEvents = ofSeries(id, at).filter((event) => {
        const hasRsvp = tables.rsvps.get(pairKey(event.id, user)) !== undefined;
        if (state === null && hasRsvp) return true;
        const isRemoved = tables.removedGuests.get(pairKey(event.id, user)) !== undefined;
        if (state !== null && isClosed(event, at)) return false;
        return !event.takenDown && !isRemoved && maySee(tiesOf(tables, event, user, at));
      });
      // Managers are told of the first one alone.
      for (const [index, event] of concernedEvents.entries())
        recordRsvp(index === 0 ? tables : { ...tables, activity: newTable() }, event.id, user, state, at);
      return concernedEvents.length;
    },
  };
};
