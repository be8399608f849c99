import type { Attendance, EventId, EventStatus, Metadata, Visibility } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import type { StoredTakeDown } from '../../events/stored-take-down.ts';
import { AppUser } from '../accounts/app-user-table.ts';
import { day, double, instant, json, sqlIndexes, texts } from '../columns.ts';
import { EventSeries } from './series-tables.ts';

/** What an event is about. */
export const Category = defineEntity({
  name: 'Category',
  properties: {
    slug: p.text().primary(),
    name: p.text(),
    emoji: p.text(),
    /** Not offered. */
    isHidden: p.boolean().default(false),
    position: p.integer().nullable(),
    /** Made by an import. */
    isImported: p.boolean().default(false),
    /** The slug that it stands for. */
    mergedInto: () =>
      p
        .manyToOne(Category)
        .mapToPk()
        .fieldName('merged_into')
        .nullable()
        .updateRule('cascade')
        .deleteRule('restrict'),
  },
});

/** Events; `words` holds the words of the title with weight A, all others with weight D. */
export const Event = defineEntity({
  name: 'Event',
  properties: {
    id: p.uuid().$type<EventId>().primary(),
    organizer: () => p.manyToOne(AppUser).mapToPk().deleteRule('restrict').hidden(),
    title: p.text(),
    description: p.text(),
    coverUrl: p.text().nullable(),
    sourceUrl: p.text().nullable(),
    startAt: instant(),
    endAt: instant(),
    isAllDay: p.boolean().default(false),
    address: p.text(),
    lat: double().nullable(),
    lng: double().nullable(),
    attendance: p.text().$type<Attendance>().default('offline'),
    onlineUrl: p.text().nullable(),
    timeZone: p.text(),
    isTimeZoneGiven: p.boolean().hidden(),
    category: () =>
      p.manyToOne(Category).mapToPk().fieldName('category').updateRule('cascade').deleteRule('restrict'),
    priceMinor: p.integer(),
    isPriceKnown: p.boolean().default(true),
    capacity: p.integer().nullable(),
    maxPerBooking: p.integer().default(10),
    hasWaitlist: p.boolean().default(true),
    /** When it stops to take answers. */
    rsvpUntil: instant().nullable(),
    visibility: p.text().$type<Visibility | 'taken_down'>(),
    status: p.text().$type<EventStatus>(),
    cancelReason: p.text().nullable(),
    template: p.text(),
    enabledModules: texts(),
    tags: texts().default([]),
    metadata: json<Metadata>().default('{}'),
    sequence: p.integer().hidden(),
    sourceKey: p.text().nullable().unique('event_source_key_unique'),
    /** Whether that said at last that it is postponed. */
    isPostponedAtSource: p.boolean().default(false).hidden(),
    createdAt: instant(),
    updatedAt: instant(),
    words: p.text().columnType('tsvector').hidden(),
    /** Cleared some time after the event has ended. */
    isLive: p.boolean().default(true).hidden(),
    /** For replicas of version 0.1.0. */
    cell: p.integer().generated('listing_cell(lat, lng) stored').hidden(),
    /** Set while `visibility` is `taken_down`: what the organizer chose, and the causes. */
    takeDown: p.json().$type<StoredTakeDown>().nullable(),
    series: () => p.manyToOne(EventSeries).mapToPk().nullable().deleteRule('restrict'),
    seriesDate: day().nullable(),
    isDetached: p.boolean().default(false),
  },
  indexes: [
    { name: 'event_organizer_id_index', properties: ['organizer', 'startAt'] },
    ...sqlIndexes(
      'event_series_start_index',
      'event_start_index',
      'event_search_index',
      'event_tags_index',
      'event_picture_index',
      'event_taken_down_index',
      'event_private_start_index',
      'event_live_end_index',
      'event_live_id_index',
      'event_series_date_unique',
    ),
  ],
  checks: [
    { name: 'event_span_check', expression: 'end_at > start_at' },
    { name: 'event_lat_check', expression: "abs(lat) <= '90'::float8" },
    { name: 'event_lng_check', expression: "abs(lng) <= '180'::float8" },
    { name: 'event_attendance_check', expression: "attendance in ('offline', 'online', 'mixed')" },
    {
      name: 'event_place_check',
      expression: "(lat is null) = (attendance = 'online') and (lng is null) = (lat is null)",
    },
    { name: 'event_online_url_check', expression: "(online_url is null) = (attendance = 'offline')" },
    { name: 'event_price_check', expression: 'price_minor >= 0' },
    { name: 'event_capacity_check', expression: 'capacity > 0' },
    { name: 'event_max_per_booking_check', expression: 'max_per_booking > 0' },
    { name: 'event_visibility_check', expression: "visibility in ('public', 'private', 'taken_down')" },
    {
      name: 'event_take_down_check',
      expression: "(visibility = 'taken_down') = (take_down is not null)",
    },
    { name: 'event_status_check', expression: "status in ('scheduled', 'postponed', 'cancelled')" },
    { name: 'event_sequence_check', expression: 'sequence >= 0' },
  ],
});
