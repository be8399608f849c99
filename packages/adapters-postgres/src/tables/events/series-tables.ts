import type { RsvpState, SeriesDraft, SeriesId } from '@event-platform/domain';
import { defineEntity, p } from '@mikro-orm/core';
import { AppUser } from '../accounts/app-user-table.ts';
import { ofUser } from '../accounts/of-user.ts';
import { day, double, instant, json, sqlIndexes } from '../columns.ts';

/** A rule, and what the events are like that it makes; the instants and the date of its draft follow from the rule. */
export const EventSeries = defineEntity({
  name: 'EventSeries',
  properties: {
    id: p.uuid().$type<SeriesId>().primary(),
    organizer: () => p.manyToOne(AppUser).mapToPk().deleteRule('restrict').hidden(),
    rule: p.text(),
    firstDate: day(),
    timeOfDay: p.integer(),
    duration: double(),
    timeZone: p.text(),
    draft: json<SeriesDraft>(),
    isCancelled: p.boolean(),
    madeThrough: day().nullable().hidden(),
    extendAt: instant().nullable().hidden(),
    sourceKey: p.text().nullable().unique('event_series_source_key_unique'),
    createdAt: instant(),
  },
  indexes: [
    { name: 'event_series_organizer_id_index', properties: ['organizer', 'id'] },
    ...sqlIndexes('event_series_extend_at_index', 'event_series_picture_index'),
  ],
  checks: [{ name: 'event_series_duration_check', expression: "duration > '0'::float8" }],
});

const ofSeries = () => p.manyToOne(EventSeries).mapToPk().deleteRule('cascade');

/** Days without an event: it was deleted by hand, or the source of the series excepts the day. */
export const SeriesGap = defineEntity({
  name: 'SeriesGap',
  properties: {
    series: () => ofSeries().primary(),
    date: day().primary(),
    isExcepted: p.boolean().default(false),
  },
});

/** Answers to series. */
export const SeriesRsvp = defineEntity({
  name: 'SeriesRsvp',
  properties: {
    series: () => ofSeries().primary(),
    user: () => ofUser().primary().hidden(),
    state: p.text().$type<NonNullable<RsvpState>>(),
    respondedAt: instant(),
  },
  indexes: [{ name: 'series_rsvp_user_id_index', properties: ['user', 'series'] }],
  checks: [{ name: 'series_rsvp_state_check', expression: "state in ('going', 'interested')" }],
});
