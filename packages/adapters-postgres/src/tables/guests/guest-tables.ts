import type { BookingStatus, RsvpState } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { ofUser } from '../accounts/of-user.ts';
import { instant, sqlIndexes, texts } from '../columns.ts';
import { ofEvent } from '../events/of-event.ts';

/**
 * The counts of an event's RSVPs, in a row of their own: counting on the event's row would make every list
 * read it again from the heap.
 */
export const EventStats = defineEntity({
  name: 'EventStats',
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
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('event_admin_user_id_index').hidden(),
  },
});

/**
 * Answers; `prev_state` is what the latest change found, so that the change can be counted in the same statement, and
 * `responded_at` the time of the first response.
 */
export const Rsvp = defineEntity({
  name: 'Rsvp',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().hidden(),
    state: p.text().$type<NonNullable<RsvpState>>(),
    prevState: p.text().$type<NonNullable<RsvpState>>().nullable().hidden(),
    respondedAt: instant(),
  },
  indexes: sqlIndexes('rsvp_user_event_index'),
  checks: [
    {
      name: 'rsvp_state_check',
      expression: "state in ('going', 'interested') and prev_state in ('going', 'interested')",
    },
  ],
});

export const Saved = defineEntity({
  name: 'Saved',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().hidden(),
    savedAt: instant(),
  },
  indexes: [{ name: 'saved_user_event_index', properties: ['user', 'event'] }],
});

/** Seats of a person at an event; `place` orders the queue and is null for a confirmed booking. */
export const Booking = defineEntity({
  name: 'Booking',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    user: () => ofUser().index('booking_user_id_index').hidden(),
    quantity: p.integer(),
    createdAt: instant(),
    status: p.text().$type<BookingStatus>().default('confirmed'),
    place: p.bigint().nullable().hidden(),
    code: p.text().unique('booking_code_unique').hidden(),
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
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    title: p.text(),
    quantity: p.integer(),
    nr: p.bigint().autoincrement().hidden(),
  },
  indexes: [{ name: 'bring_item_event_id_index', properties: ['event', 'nr'] }],
  checks: [{ name: 'bring_item_quantity_check', expression: 'quantity > 0' }],
});

/** How much of an item a guest brings. */
export const BringClaim = defineEntity({
  name: 'BringClaim',
  properties: {
    item: () => p.manyToOne(BringItem).mapToPk().deleteRule('cascade').primary(),
    user: () => ofUser().primary().hidden(),
    event: () => ofEvent().index('bring_claim_event_id_index'),
    quantity: p.integer(),
  },
  indexes: [{ name: 'bring_claim_user_id_index', properties: ['user', 'event'] }],
  checks: [{ name: 'bring_claim_quantity_check', expression: 'quantity > 0' }],
});

/** What an event asks, in the order of `place`; a removed question keeps its answers. */
export const Question = defineEntity({
  name: 'Question',
  properties: {
    id: p.uuid().primary(),
    event: () => ofEvent(),
    place: p.integer(),
    label: p.text(),
    kind: p.text(),
    options: texts(),
    isRequired: p.boolean(),
    isRemoved: p.boolean().default(false).hidden(),
  },
  indexes: [{ name: 'question_event_id_index', properties: ['event', 'isRemoved', 'place'] }],
  checks: [{ name: 'question_kind_check', expression: "kind in ('text', 'choice', 'choices', 'yesNo')" }],
});

/** What a guest answered, in the kind of the question. */
export const Answer = defineEntity({
  name: 'Answer',
  properties: {
    event: () => ofEvent().primary(),
    user: () => ofUser().primary().index('answer_user_id_index').hidden(),
    question: () =>
      p.manyToOne(Question).mapToPk().deleteRule('cascade').primary().index('answer_question_id_index'),
    value: p.json(),
  },
});
