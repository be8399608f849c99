import type { EventToWrite } from '../../src/events/edit/event-to-write.ts';
import type { EventId } from '../../src/ids.ts';
import { tellListeners } from '../outbox/memory-outbox.ts';
import { picturedIn } from '../pictures/memory-picture-records.ts';
import { pairKey } from '../table.ts';
import type { Tables } from '../tables.ts';

/** Stores an event and its words, and tells its organizer's webhooks. */
export const createEvent = (tables: Tables, { event, document }: EventToWrite): void => {
  tables.events.set(event.id, { ...event, coverUrl: picturedIn(tables, event.coverUrl) });
  tables.documents.set(event.id, document);
  const { id, organizerId, createdAt } = event;
  tellListeners(tables, 'event.created', createdAt, { eventId: id, actorId: organizerId });
};

/** Deletes an event with all rows that refer to it. */
export const removeEvent = (tables: Tables, id: EventId): boolean => {
  if (!tables.events.delete(id)) return false;
  tables.documents.delete(id);
  tables.links.delete(id);
  tables.takeDowns.delete(id);
  const { rsvps, saved, eventAdmins, joins, removedGuests, answers } = tables;
  for (const table of [rsvps, saved, eventAdmins, joins, removedGuests, answers])
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
