import { newEventOf, seriesChangesOf } from '../input/event-draft.ts';
import { instantOf } from '../input/instants.ts';
import { presentSeries } from '../presenters/present-series.ts';
import { CancelBody } from '../schemas/events/event.ts';
import {
  EventSeriesShape,
  NewSeriesBody,
  SeriesChangesBody,
  SeriesRsvpBody,
  SeriesRsvpShape,
} from '../schemas/events/series.ts';
import { longHandlerTimeout } from '../server-options.ts';
import { type Operations, operation } from './operation.ts';

export const series: Operations = {
  createEventSeries: operation('POST /event-series', 'Series', {
    summary: 'Create a series of events',
    description:
      'Makes the events of the next 12 months, at most 200 at once; the others follow on their own. They count as one event made.',
    cost: 'bulk',
    handlerTimeout: longHandlerTimeout,
    body: NewSeriesBody,
    responses: { 201: EventSeriesShape },
    handler: async ({ domain, callerId: organizerId, body: { event, rule } }, { links }) =>
      presentSeries(await domain.createSeries({ organizerId, ...newEventOf(event), rule }), links),
  }),

  getEventSeries: operation('GET /event-series/:id', 'Series', {
    summary: 'Read a series of events',
    description:
      'For those who see one of its events. Of a private series it shows the events that the caller sees.',
    auth: 'optional',
    responses: { 200: EventSeriesShape },
    handler: async ({ domain, callerId, params }, { links }) =>
      presentSeries(await domain.getSeries({ seriesId: params.id, callerId }), links),
  }),

  changeEventSeries: operation('PATCH /event-series/:id', 'Series', {
    summary: 'Change the events of a series',
    description:
      'For its organizer: all events from an instant on that were not changed on their own, or none. A new rule keeps those on its dates, cancels others with guests and deletes others without.',
    problems: [
      ...(['forbidden', 'event_cancelled', 'event_changed_meanwhile'] as const),
      ...(['capacity_below_booked', 'question_answered'] as const),
    ],
    cost: 'bulk',
    handlerTimeout: longHandlerTimeout,
    body: SeriesChangesBody,
    responses: { 200: EventSeriesShape },
    handler: async ({ domain, callerId, origin, params, body }, { links }) => {
      const { event = {}, rule, from, ifVersion } = body;
      const series = await domain.changeSeries({
        ...seriesChangesOf(event),
        seriesId: params.id,
        callerId,
        ...{ rule, ifVersion },
        from: from === undefined ? undefined : instantOf(from),
        origin,
      });
      return presentSeries(series, links);
    },
  }),

  cancelEventSeries: operation('POST /event-series/:id/cancel', 'Series', {
    summary: 'Cancel all events of a series that are to come',
    description: 'For its organizer. No more events are made; repeating it changes nothing.',
    problems: ['forbidden'],
    cost: 'bulk',
    handlerTimeout: longHandlerTimeout,
    body: CancelBody,
    responses: { 200: EventSeriesShape },
    handler: async ({ domain, callerId, params, body: { reason } }, { links }) =>
      presentSeries(await domain.cancelSeries({ seriesId: params.id, callerId, reason }), links),
  }),

  answerEventSeries: operation('POST /event-series/:id/rsvp', 'Series', {
    summary: 'Set or clear the RSVP of the caller to all events of a series',
    description:
      'Answers every event to come that the caller sees, and those made later. An answer to one event stays until the next answer to the series.',
    problems: ['event_cancelled'],
    body: SeriesRsvpBody,
    responses: { 200: SeriesRsvpShape },
    handler: ({ domain, callerId: userId, params, body }) =>
      domain.answerSeries({ seriesId: params.id, userId, state: body.status }),
  }),
};
