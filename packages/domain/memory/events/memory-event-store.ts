import type { EventRecord } from '../../src/events/event.ts';
import { maySee } from '../../src/events/visibility.ts';
import type { EventId, UserId } from '../../src/ids.ts';
import { invitationExpiry } from '../../src/invitations/invitation.ts';
import { noticePolicy } from '../../src/notices/notice.ts';
import type { EventAdminStore, EventStore, EventToWrite } from '../../src/ports/event-store.ts';
import { after } from '../../src/time.ts';
import { bookedSeats, move } from '../bookings/memory-seats.ts';
import { releaseClaims } from '../bring-list/memory-bring-list-store.ts';
import { hasAccount, standingOf, tiesOf } from '../memory-ties.ts';
import { editOf } from '../notices/memory-notice-store.ts';
import { tell, tellListeners } from '../outbox/memory-outbox.ts';
import { isAnswered } from '../questions/memory-question-store.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

export const memoryEventStore = (tables: Tables): EventStore => {
  const { events, documents } = tables;
  const isSuspended = ({ event }: EventToWrite) =>
    (tables.users.get(event.organizerId)?.suspendedAt ?? null) !== null;
  const put = ({ event, document }: EventToWrite) => {
    events.set(event.id, event);
    documents.set(event.id, document);
  };
  const create = (entry: EventToWrite) => {
    put(entry);
    const { id, organizerId, createdAt } = entry.event;
    tellListeners(tables, 'event.created', createdAt, { eventId: id, actorId: organizerId });
  };
  /** Keeps the values before the first edit that guests are told of, and when that is due. */
  const noteEdit = (before: EventRecord, current: EventRecord, at: Date, actorId: UserId | null) => {
    const old = editOf(before, current);
    const hasGuests =
      tables.rsvps.rows().some(({ eventId }) => eventId === before.id) ||
      tables.bookings.rows().some(({ eventId }) => eventId === before.id);
    if (!old || before.endAt <= at || !hasGuests) return;
    const open = tables.eventEdits.get(before.id);
    if (open) {
      const sameActor = open.actorId === actorId ? actorId : null;
      tables.eventEdits.set(before.id, { ...open, actorId: sameActor });
      return;
    }
    tables.eventEdits.set(before.id, { old, actorId });
    const dueAt = after(at, noticePolicy.editWindow);
    tell(tables, 'event.edited', at, { eventId: before.id, actorId, dueAt });
  };
  const moveExpiry = (id: EventId, endAt: Date) => {
    for (const invitation of tables.invitations.rows())
      if (invitation.eventId === id)
        tables.invitations.set(invitation.id, {
          ...invitation,
          expiresAt: invitationExpiry(endAt, invitation.sentAt),
        });
  };
  return {
    add: async (entry) => {
      if (!isSuspended(entry)) create(entry);
    },
    addNew: async (entries) => {
      const row = new Set(events.rows().map(({ sourceKey }) => sourceKey));
      let added = 0;
      for (const entry of entries) {
        if (isSuspended(entry)) continue;
        if (entry.event.sourceKey !== null && row.has(entry.event.sourceKey)) continue;
        row.add(entry.event.sourceKey);
        create(entry);
        added += 1;
      }
      return added;
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
      const asked = changes.questions ?? event.questions;
      const isReshaped = event.questions.some(
        ({ id: question, kind }) =>
          isAnswered(tables, id, question) && asked.some((one) => one.id === question && one.kind !== kind),
      );
      if (isReshaped) return 'question_answered';
      for (const question of event.questions)
        if (!asked.some((one) => one.id === question.id))
          tables.removedQuestions.set(question.id, { eventId: id, question });
      const changed = { ...event, ...changes, sequence: sequence + 1, updatedAt: at };
      put({ event: changed, document });
      noteEdit(event, changed, at, actor);
      const data = { sequence: sequence + 1 };
      tellListeners(tables, 'event.changed', at, { eventId: id, actorId: actor, data });
      if (changes.endAt) moveExpiry(id, changes.endAt);
      move(tables, id, null, { kind: 'promote' }, at);
      return true;
    },
    cancel: async (id, at, actor = null) => {
      const event = events.get(id);
      if (!event || event.status === 'cancelled' || event.takenDown) return;
      const sequence = event.sequence + 1;
      events.set(id, { ...event, status: 'cancelled', sequence, updatedAt: at });
      tables.eventEdits.delete(id);
      tell(tables, 'event.cancelled', at, { eventId: id, actorId: actor, data: { sequence } });
    },
    remove: async (id) => !events.get(id)?.takenDown && removeEvent(tables, id),
  };
};

const removeEvent = (tables: Tables, id: EventId): boolean => {
  if (!tables.events.delete(id)) return false;
  tables.documents.delete(id);
  tables.links.delete(id);
  tables.takeDowns.delete(id);
  for (const table of [
    tables.rsvps,
    tables.saved,
    tables.eventAdmins,
    tables.joins,
    tables.removedGuests,
    tables.answers,
  ])
    for (const row of table.rows()) if (row.eventId === id) table.delete(pairKey(row.eventId, row.userId));
  tables.eventEdits.delete(id);
  for (const row of tables.announcements.rows()) if (row.eventId === id) tables.announcements.delete(row.id);
  for (const row of tables.invitations.rows()) if (row.eventId === id) tables.invitations.delete(row.id);
  for (const row of tables.retiredTokens.rows())
    if (row.eventId === id) tables.retiredTokens.delete(row.token);
  for (const row of tables.bookings.rows()) if (row.eventId === id) tables.bookings.delete(row.id);
  for (const row of tables.removedQuestions.rows())
    if (row.eventId === id) tables.removedQuestions.delete(row.question.id);
  for (const row of tables.bringItems.rows()) if (row.eventId === id) tables.bringItems.delete(row.id);
  for (const row of tables.bringClaims.rows())
    if (row.eventId === id) tables.bringClaims.delete(pairKey(row.itemId, row.userId));
  return true;
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
});
