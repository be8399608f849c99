import type { EventToWrite } from '../../src/events/edit/event-to-write.ts';
import type { EventRecord } from '../../src/events/event.ts';
import { maySee } from '../../src/events/visibility.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { noticePolicy } from '../../src/notices/notice.ts';
import type { EventAdminStore, EventStore } from '../../src/ports/events/event-store.ts';
import { after } from '../../src/time.ts';
import { bookedSeats, move } from '../bookings/memory-seats.ts';
import { releaseClaims } from '../bring-list/memory-bring-list-store.ts';
import { hasAccount, standingOf, tiesOf } from '../memory-ties.ts';
import { tell, tellListeners } from '../outbox/memory-outbox.ts';
import { picturedIn } from '../pictures/memory-picture-records.ts';
import { writeQuestions } from '../questions/memory-question-store.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';
import { toPublicUser } from '../users/memory-user-store.ts';
import { cancelEvent, keepEdit, moveExpiry } from './memory-edits.ts';
import { createEvent, removeEvent } from './memory-event-rows.ts';
import { byKeys, pageOf } from './order.ts';

export const memoryEventStore = (tables: Tables): EventStore => {
  const { events, documents } = tables;
  const isSuspended = ({ event }: EventToWrite) =>
    (tables.users.get(event.organizerId)?.suspendedAt ?? null) !== null;
  /** An event that is changed on its own leaves the changes of its series. */
  const detach = (event: EventRecord): EventRecord => ({
    ...event,
    series: event.series && { ...event.series, isDetached: true },
  });
  return {
    add: async (entry) => {
      if (!isSuspended(entry)) createEvent(tables, entry);
    },
    addNew: async (entries) => {
      const row = new Set(events.rows().map(({ sourceKey }) => sourceKey));
      let count = 0;
      for (const entry of entries) {
        if (isSuspended(entry)) continue;
        if (entry.event.sourceKey !== null && row.has(entry.event.sourceKey)) continue;
        row.add(entry.event.sourceKey);
        createEvent(tables, entry);
        count += 1;
      }
      return count;
    },
    find: async (id) => events.get(id) ?? null,
    access: async (id, caller, at) => {
      const event = events.get(id);
      if (!event || !maySee(tiesOf(tables, event, caller, at))) return null;
      const { organizerId, visibility, status, endAt, enabledModules, takenDown } = event;
      return {
        eventId: id,
        organizerId,
        standing: standingOf(tables, event, caller),
        visibility,
        status,
        isTakenDown: takenDown !== null,
        endAt,
        enabledModules,
      };
    },
    change: async (id, sequence, changes, document, at, actor = null) => {
      const event = events.get(id);
      if (!event || event.sequence !== sequence || event.status === 'cancelled' || event.takenDown)
        return false;
      const bookedCount = bookedSeats(tables, id);
      if (changes.capacity && changes.capacity < bookedCount) return { bookedCount };
      const questions = changes.questions ?? event.questions;
      if (!writeQuestions(tables, event, questions)) return 'question_answered';
      const newRow = { ...detach(event), ...changes, sequence: sequence + 1, updatedAt: at };
      newRow.coverUrl = picturedIn(tables, newRow.coverUrl);
      events.set(id, newRow);
      documents.set(id, document);
      const data = { sequence: sequence + 1 };
      const isPostponed = newRow.status === 'postponed' && event.status === 'scheduled';
      if (isPostponed) {
        tables.eventEdits.delete(id);
        tell(tables, 'event.postponed', at, { eventId: id, actorId: actor, data });
      }
      if (keepEdit(tables, event, newRow, at, actor)) {
        const dueAt = after(at, noticePolicy.editWindow);
        tell(tables, 'event.edited', at, { eventId: id, actorId: actor, dueAt });
      }
      const status = newRow.status === event.status ? {} : { status: newRow.status };
      tellListeners(tables, 'event.changed', at, {
        ...{ eventId: id, actorId: actor },
        data: { ...data, ...status },
      });
      if (changes.endAt) moveExpiry(tables, id, changes.endAt);
      move(tables, id, null, { kind: 'promote' }, at);
      return true;
    },
    cancel: async (id, at, actor = null, reason = null) => {
      const event = events.get(id);
      if (!event || event.status === 'cancelled' || event.takenDown) return;
      cancelEvent(tables, detach(event), at, actor, reason);
    },
    remove: async (id) => {
      const event = events.get(id);
      if (!event || event.takenDown) return false;
      const { series } = event;
      if (series?.date)
        tables.seriesGaps.set(pairKey(series.id, series.date), {
          ...{ seriesId: series.id, date: series.date, isExcepted: false },
        });
      return removeEvent(tables, id);
    },
  };
};

export const memoryEventAdminStore = (tables: Tables): EventAdminStore => ({
  add: async (event: EventId, user: UserId, most = Number.POSITIVE_INFINITY) => {
    const organizer = tables.events.get(event)?.organizerId;
    if (!organizer || !hasAccount(tables, user) || tables.blocks.get(pairKey(user, organizer))) return false;
    const isOfOrganizer = ({ eventId, userId }: { eventId: EventId; userId: UserId }) =>
      userId === user && tables.events.get(eventId)?.organizerId === organizer;
    const isAdmin = tables.eventAdmins.get(pairKey(event, user)) !== undefined;
    if (!isAdmin && tables.eventAdmins.rows().filter(isOfOrganizer).length >= most) return 'full';
    tables.eventAdmins.set(pairKey(event, user), { eventId: event, userId: user });
    tables.removedGuests.delete(pairKey(event, user));
    return true;
  },
  remove: async (event, user) => {
    tables.eventAdmins.delete(pairKey(event, user));
    releaseClaims(tables, event, user);
  },
  list: async (event, page) => {
    const admins = tables.eventAdmins.rows().filter(({ eventId }) => eventId === event);
    const people = admins.flatMap(({ userId }) => tables.users.get(userId) ?? []);
    return pageOf(people.map(toPublicUser).sort(byKeys(({ name, id }) => [name, id])), page);
  },
});
