import { defineEntity, p } from '@mikro-orm/core';
import { double, instant } from '../columns.ts';

/**
 * Changes of what lists show, by the transaction that made them: of an event, or of an organizer. With a category alone its name
 * has changed; with nothing any event may have. Triggers of the tables of events, categories and people add rows.
 */
export const EventChange = defineEntity({
  name: 'EventChange',
  properties: {
    id: p.bigint().primary().autoincrement(),
    xid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()').index('event_change_xid_index'),
    eventId: p.uuid().nullable(),
    organizerId: p.uuid().nullable(),
    category: p.text().nullable(),
    /** For replicas of version 0.1.0, as all that follow but the time. */
    lat: double().nullable(),
    lng: double().nullable(),
    startAt: instant().nullable(),
    endAt: instant().nullable(),
    words: p.string().columnType('tsvector').nullable(),
    at: instant().defaultRaw('now()'),
  },
});

/** Of which transactions changes may have been forgotten, and of which they will be next: of all below. At most one row. */
export const ForgottenChanges = defineEntity({
  name: 'ForgottenChanges',
  properties: {
    id: p.integer().primary().autoincrement(false),
    below: p.string().columnType('xid8'),
    nextBelow: p.string().columnType('xid8'),
    at: instant(),
  },
});
