import { defineEntity, p } from '@mikro-orm/core';
import { double, instant } from '../columns.ts';

/**
 * Changes of what lists show, by the transaction that made them: where a listed event is or was. Without a category any
 * event may have changed. Triggers of the tables of events and categories add rows.
 */
export const EventChange = defineEntity({
  name: 'EventChange',
  properties: {
    id: p.bigint().primary().autoincrement(),
    xid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()').index('event_change_xid_index'),
    eventId: p.uuid().nullable(),
    category: p.text().nullable(),
    lat: double().nullable(),
    lng: double().nullable(),
    startAt: instant().nullable(),
    endAt: instant().nullable(),
    words: p.string().columnType('tsvector').nullable(),
    at: instant().defaultRaw('now()'),
  },
});
