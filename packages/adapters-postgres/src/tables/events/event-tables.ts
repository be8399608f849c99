import { defineEntity, p } from '@mikro-orm/core';
import type { StoredTakeDown } from '../../events/event-rows.ts';
import { AppUser } from '../accounts/app-user-table.ts';
import { instant } from '../instant.ts';
import { EventSeries } from './series-tables.ts';

/** What an event is about. */
export const Category = defineEntity({
  name: 'Category',
  tableName: 'category',
  properties: { slug: p.text().primary(), name: p.text(), emoji: p.text() },
});

const isListed = "where visibility = 'public' and status = 'scheduled'";
const live = `${isListed} and is_live`;
const endedEvents = `${isListed} and not is_live`;
const index = (name: string, definition: string, where = isListed) => ({
  name,
  expression: `create index ${name} on event ${definition} ${where}`,
});

/** Events; `words` holds the words of the title with weight A, all others with weight D. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.uuid().primary(),
    organizer: () => p.manyToOne(AppUser).mapToPk().deleteRule('restrict'),
    title: p.text(),
    description: p.text(),
    coverUrl: p.text().nullable(),
    startAt: instant(),
    endAt: instant(),
    address: p.text(),
    lat: p.double().nullable(),
    lng: p.double().nullable(),
    attendance: p.text().default('offline'),
    onlineUrl: p.text().nullable(),
    timeZone: p.text(),
    isTimeZoneGiven: p.boolean(),
    category: () =>
      p.manyToOne(Category).mapToPk().fieldName('category').updateRule('cascade').deleteRule('restrict'),
    priceMinor: p.integer(),
    capacity: p.integer().nullable(),
    maxPerBooking: p.integer().default(10),
    hasWaitlist: p.boolean().default(true),
    /** When it stops to take answers. */
    rsvpUntil: instant().nullable(),
    visibility: p.text(),
    status: p.text(),
    template: p.text(),
    enabledModules: p.array().columnType('text[]').$type<string[]>(),
    sequence: p.integer(),
    sourceKey: p.text().nullable().unique('event_source_key_unique'),
    createdAt: instant(),
    updatedAt: instant(),
    words: p.text().columnType('tsvector'),
    /** Cleared some time after the event has ended. */
    isLive: p.boolean().default(true),
    /** The Morton code of its cell; `cell-covering.ts` numbers cells alike. */
    cell: p.integer().generated('listing_cell(lat, lng) stored'),
    /** Set while `visibility` is `taken_down`: what the organizer chose, and the causes. */
    takeDown: p.json().$type<StoredTakeDown>().nullable(),
    series: () => p.manyToOne(EventSeries).mapToPk().nullable().deleteRule('restrict'),
    seriesDate: p.text().columnType('date').nullable(),
    isDetached: p.boolean().default(false),
  },
  indexes: [
    { name: 'event_organizer_id_index', properties: ['organizer', 'startAt'] },
    index('event_series_start_index', '(series_id, start_at, id)', 'where series_id is not null'),
    index('event_start_index', '(start_at, id) include (end_at, category, lat, lng)'),
    index('event_category_start_index', '(category, start_at, id) include (end_at, lat, lng)'),
    index('event_live_cell_start_index', '(cell, start_at, id) include (end_at, category, lat, lng)', live),
    index(
      'event_ended_cell_start_index',
      '(cell, start_at, id) include (end_at, category, lat, lng)',
      endedEvents,
    ),
    index('event_live_start_index', '(start_at, id) include (end_at, category, cell, lat, lng)', live),
    index(
      'event_live_category_start_index',
      '(category, start_at, id) include (end_at, cell, lat, lng)',
      live,
    ),
    index(
      'event_day_cell_index',
      "(((start_at at time zone 'UTC')::date), cell, start_at, id) include (end_at, category, lat, lng)",
    ),
    index(
      'event_ongoing_for_days_index',
      'using gist (time_longitude_box(start_at, end_at, lng, lng)) include (id, start_at, end_at, category, lat, lng)',
      `${isListed} and (start_at at time zone 'UTC')::date < (end_at at time zone 'UTC')::date`,
    ),
    index(
      'event_organizer_start_index',
      '(organizer_id, start_at, id) include (end_at, category, attendance, lat, lng)',
    ),
    index('event_taken_down_index', '(organizer_id)', "where visibility = 'taken_down'"),
    index(
      'event_private_start_index',
      '(start_at) include (id)',
      "where visibility = 'private' and status = 'scheduled'",
    ),
    index(
      'event_live_attendance_index',
      '(start_at, id) include (end_at, category, attendance, cell, lat, lng)',
      `${live} and attendance <> 'offline'`,
    ),
    index('event_live_end_index', '(end_at) include (id, start_at, category, cell, lat, lng)', live),
    index('event_live_id_index', '(id) include (end_at)', live),
    index('event_ended_end_index', '(end_at) include (id, start_at, category, cell, lat, lng)', endedEvents),
  ],
  uniques: [
    {
      name: 'event_series_date_unique',
      expression:
        'create unique index event_series_date_unique on event (series_id, series_date) where series_id is not null',
    },
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
    { name: 'event_status_check', expression: "status in ('scheduled', 'cancelled')" },
    { name: 'event_sequence_check', expression: 'sequence >= 0' },
  ],
});

/**
 * How many events are listed, and how many of these are live, in each cell and (as cell -1) in the world, in each
 * category and (as category '') in all: the sum of the rows. Triggers of the event table add rows for each change.
 */
export const ListingCounter = defineEntity({
  name: 'ListingCounter',
  tableName: 'listing_counter',
  properties: {
    id: p.bigint().primary().autoincrement(),
    cell: p.integer(),
    category: p.text(),
    listed: p.integer(),
    live: p.integer(),
  },
  indexes: [
    {
      name: 'listing_counter_category_index',
      expression:
        'create index listing_counter_category_index on listing_counter (category, cell) include (listed, live)',
    },
  ],
});

const ofEvent = () => p.manyToOne(Event).mapToPk().deleteRule('cascade');
const ofUser = () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade');

/**
 * The counts of an event's RSVPs, in a row of their own: counting on the event's row would make every list
 * read it again from the heap.
 */
export const EventStats = defineEntity({
  name: 'EventStats',
  tableName: 'event_stats',
  properties: {
    event: () => ofEvent().primary(),
    going: p.integer(),
    interested: p.integer(),
    /** The confirmed seats. */
    booked: p.integer().default(0),
    /** The bookings that wait. */
    waiting: p.integer().default(0),
    /** The last place that was given in the queue. */
    lastPlace: p.bigint().default(0),
  },
  checks: [
    { name: 'event_stats_check', expression: 'going >= 0 and interested >= 0' },
    { name: 'event_stats_bookings_check', expression: 'booked >= 0 and waiting >= 0' },
  ],
});

export const EventAdmin = defineEntity({
  name: 'EventAdmin',
  tableName: 'event_admin',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('event_admin_user_id_index'),
  },
});

/**
 * Answers; `prev_state` is what the latest change found, so that the change can be counted in the same statement, and
 * `responded_at` the time of the first response.
 */
export const Rsvp = defineEntity({
  name: 'Rsvp',
  tableName: 'rsvp',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary(),
    state: p.text(),
    prevState: p.text().nullable(),
    respondedAt: instant(),
  },
  indexes: [
    {
      name: 'rsvp_user_event_index',
      expression: 'create index rsvp_user_event_index on rsvp (user_id, event_id) include (state)',
    },
  ],
  checks: [
    {
      name: 'rsvp_state_check',
      expression: "state in ('going', 'interested') and prev_state in ('going', 'interested')",
    },
  ],
});

export const Saved = defineEntity({
  name: 'Saved',
  tableName: 'saved',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary(),
    savedAt: instant(),
  },
  indexes: [{ name: 'saved_user_event_index', properties: ['user', 'event'] }],
});

/** Seats of a person at an event; `place` orders the queue and is null for a confirmed booking. */
export const Booking = defineEntity({
  name: 'Booking',
  tableName: 'booking',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    user: () => ofUser().index('booking_user_id_index'),
    quantity: p.integer(),
    createdAt: instant(),
    status: p.text().default('confirmed'),
    place: p.bigint().nullable(),
    code: p.text().unique('booking_code_unique'),
    checkedInAt: instant().nullable(),
  },
  uniques: [{ name: 'booking_event_id_user_id_unique', properties: ['event', 'user'] }],
  indexes: [
    { name: 'booking_event_id_status_index', properties: ['event', 'status', 'place', 'createdAt', 'id'] },
  ],
  checks: [
    { name: 'booking_quantity_check', expression: 'quantity > 0' },
    { name: 'booking_status_check', expression: "status in ('confirmed', 'waitlisted')" },
    { name: 'booking_place_check', expression: "(status = 'waitlisted') = (place is not null)" },
  ],
});

/** What guests may bring, in the order of `nr`. */
export const BringItem = defineEntity({
  name: 'BringItem',
  tableName: 'bring_item',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    title: p.text(),
    quantity: p.integer(),
    nr: p.bigint().autoincrement(),
  },
  indexes: [{ name: 'bring_item_event_id_index', properties: ['event', 'nr'] }],
  checks: [{ name: 'bring_item_quantity_check', expression: 'quantity > 0' }],
});

/** How much of an item a guest brings. */
export const BringClaim = defineEntity({
  name: 'BringClaim',
  tableName: 'bring_claim',
  properties: {
    item: () => p.manyToOne(BringItem).mapToPk().deleteRule('cascade').primary(),
    user: () => ofUser().primary(),
    event: () => ofEvent().index('bring_claim_event_id_index'),
    quantity: p.integer(),
  },
  indexes: [{ name: 'bring_claim_user_id_index', properties: ['user', 'event'] }],
  checks: [{ name: 'bring_claim_quantity_check', expression: 'quantity > 0' }],
});

/** What an event asks, in the order of `place`; a removed question keeps its answers. */
export const Question = defineEntity({
  name: 'Question',
  tableName: 'question',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    place: p.integer(),
    label: p.text(),
    kind: p.text(),
    options: p.array().columnType('text[]').$type<string[]>(),
    isRequired: p.boolean(),
    isRemoved: p.boolean().default(false),
  },
  indexes: [{ name: 'question_event_id_index', properties: ['event', 'isRemoved', 'place'] }],
  checks: [{ name: 'question_kind_check', expression: "kind in ('text', 'choice', 'choices', 'yesNo')" }],
});

/** What a guest answered, in the kind of the question. */
export const Answer = defineEntity({
  name: 'Answer',
  tableName: 'answer',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('answer_user_id_index'),
    question: () =>
      p.manyToOne(Question).mapToPk().deleteRule('cascade').primary().index('answer_question_id_index'),
    value: p.json(),
  },
});
