import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';
import { instant } from '../instant.ts';

const day = () => p.text().columnType('date');

/** A rule, and what the events are like that it makes; the instants and the date of its draft follow from the rule. */
export const EventSeries = defineEntity({
  name: 'EventSeries',
  tableName: 'event_series',
  properties: {
    id: p.uuid().primary(),
    organizer: () => p.manyToOne(AppUser).mapToPk().deleteRule('restrict'),
    rule: p.text(),
    firstDate: day(),
    timeOfDay: p.integer(),
    duration: p.double(),
    timeZone: p.text(),
    draft: p.json().columnType('jsonb').$type<object>(),
    isCancelled: p.boolean(),
    madeThrough: day().nullable(),
    extendAt: instant().nullable(),
    sourceKey: p.text().nullable().unique('event_series_source_key_unique'),
    createdAt: instant(),
  },
  indexes: [
    { name: 'event_series_organizer_id_index', properties: ['organizer', 'id'] },
    {
      name: 'event_series_extend_at_index',
      expression:
        'create index event_series_extend_at_index on event_series (extend_at) where extend_at is not null',
    },
  ],
  checks: [{ name: 'event_series_duration_check', expression: "duration > '0'::float8" }],
});

const ofSeries = () => p.manyToOne(EventSeries).mapToPk().deleteRule('cascade');

/** Days without an event: it was deleted by hand, or the source of the series excepts the day. */
export const SeriesGap = defineEntity({
  name: 'SeriesGap',
  tableName: 'series_gap',
  properties: {
    series: () => ofSeries().primary(),
    date: day().primary(),
    isExcepted: p.boolean().default(false),
  },
});

/** Answers to series. */
export const SeriesRsvp = defineEntity({
  name: 'SeriesRsvp',
  tableName: 'series_rsvp',
  properties: {
    series: () => ofSeries().primary(),
    user: () => p.manyToOne(AppUser).mapToPk().deleteRule('cascade').primary(),
    state: p.text(),
    respondedAt: instant(),
  },
  indexes: [{ name: 'series_rsvp_user_id_index', properties: ['user', 'series'] }],
  checks: [{ name: 'series_rsvp_state_check', expression: "state in ('going', 'interested')" }],
});
